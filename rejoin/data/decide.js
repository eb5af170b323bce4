"use strict";
// The eight conditions, on the measured values of one break; the same as rejoin.decision.conditions.
function conditions(v, t, s) {
  const hanging = !!v.list_above && v.left > t.left_equal && v.left <= t.left_hanging;
  const outdent = v.left >= -t.left_outdent && v.left < -t.left_equal && !!(s.outdent_any_script || v.wide);
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

// How far each condition is from changing, in h; above 0 it holds. (Ten per cent of the column's edge count as one h.)
function margins(v, t, s) {
  const far = 9, hanging = v.list_above ? Math.min(v.left - t.left_equal, t.left_hanging - v.left) : -far;
  const outdent = s.outdent_any_script || v.wide ? Math.min(v.left + t.left_outdent, -t.left_equal - v.left) : -far;
  return {
    vertical: Math.max(t.vertical_height - v.tall, v.width - t.vertical_width),
    pitch: Math.min(v.pitch - t.pitch_min, t.pitch_max - v.pitch),
    height: t.height - v.height,
    overlap: v.overlap,
    gap: s.check_gap ? Math.min(t.gap - v.gap_above, t.gap - v.gap_below) : far,
    full: Math.min(v.width - t.full_width, 10 * (v.right / v.column_right - t.full_edge)),
    list: v.list_below ? -far : far,
    left: Math.max(t.left_equal - Math.abs(v.left), outdent, hanging),
  };
}

function named(names, row) {
  const out = {};
  names.forEach((name, i) => { out[name] = row[i]; });
  return out;
}

// Joined or not under a rule set ({learnt, needed, thresholds, switches}); null where its reading of the page has no
// such break. Python compares confidences as 32-bit numbers; 0 is a break that is never joined.
function decide(measured, set) {
  if (!measured) return null;
  const { values, confidence } = measured;
  if (set.learnt) return confidence > 0 && Math.fround(confidence) >= Math.fround(set.needed);
  return Object.values(conditions(values, set.thresholds, set.switches)).every(Boolean);
}

// How certain a decision is, 0 to 1: by the confidence, or by the smallest change (in h) that would turn it.
function certainty(measured, set) {
  if (!measured) return 1;
  if (set.learnt) return Math.min(1, 2 * Math.abs(measured.confidence - 0.5));
  const all = Object.values(margins(measured.values, set.thresholds, set.switches)), least = Math.min(...all);
  return Math.min(1, Math.abs(least));
}
