"use strict";
// The eight conditions, on the measured values of one break; the same as rejoin.decision.conditions.
function conditions(v, t, s) {
  const hanging = v.list_above && v.left > t.left_equal && v.left <= t.left_hanging;
  const outdent = v.left >= -t.left_outdent && v.left < -t.left_equal && (s.outdent_any_script || v.wide);
  return {
    vertical: !(v.tall > t.vertical_height && v.width < t.vertical_width),
    pitch: v.pitch > t.pitch_min && v.pitch <= t.pitch_max,
    height: v.height <= t.height,
    overlap: v.overlap > 0,
    gap: !s.check_gap || (v.gap_above < t.gap && v.gap_below < t.gap),
    full: v.width >= t.full_width && v.right >= t.full_edge * v.column_right,
    list: !v.list_below,
    left: Math.abs(v.left) < t.left_equal || outdent || hanging,
  };
}

function named(names, row) {
  const out = {};
  names.forEach((name, i) => { out[name] = row[i]; });
  return out;
}

// Joined or not under a rule set: {learnt, needed, thresholds, switches}.
function decide(values, confidence, rules) {
  if (rules.learnt) return confidence >= rules.needed;
  return Object.values(conditions(values, rules.thresholds, rules.switches)).every(Boolean);
}
if (typeof module !== "undefined") module.exports = { conditions, named, decide };
