// Labelling: keys and buttons, saving after every label, undo. A prediction is never saved as a label.
const LABEL_LEGEND = "Every label is saved at once. A wrap takes the join that the characters call for (a space, or nothing between "
  + "Han and kana); what becomes of a hyphen is yours to say, with j. In blind mode a decision is shown only when its break is labelled.";
filters.unlabelled = ["unlabelled, least certain first", (i) => !breaks[i].label];
state.filter = "unlabelled";

async function save(i, label, join, undoing) {
  const b = breaks[i], before = { i, label: b.label, join: b.join };
  const body = JSON.stringify({ page: data.pages[b.page].number, row: b.row, label, join });
  try {
    const answer = await fetch("label", { method: "POST", headers: { "Content-Type": "application/json" }, body });
    if (!answer.ok) throw new Error((await answer.json()).error);
  } catch (error) {
    $("alert").textContent = `NOT SAVED: ${error.message}`;
    return false;
  }
  $("alert").textContent = "";
  if (!undoing) state.undo.push(before);
  b.label = label;
  b.join = join;
  counts();
  if (drawn.has(b.page)) fill(b.page, true);
  return true;
}

// One after the other: a key pressed while a label is being saved belongs to the break after it.
let queue = Promise.resolve();
const queued = (action) => () => { queue = queue.then(action); };

const HYPHEN = /[-\u00ad\u2010]$/;
async function label(name) {
  const i = state.current;
  if (i < 0) { step(1); return; }
  const hyphen = HYPHEN.test(ends(i)[0].trimEnd()), kind = rules.kinds[breaks[i].kind];
  const join = name === "wrap" ? breaks[i].join || (hyphen ? null : kind) : null;
  if (!await save(i, name, join, false)) return;
  if (name === "wrap" && !join) { choose(i, true); say("what becomes of the hyphen? j says, n goes on"); } else step(1);
}

async function nextJoin() {
  const i = state.current;
  if (i < 0 || breaks[i].label !== "wrap") { say("j is for a break that is labelled as a wrap"); return; }
  const join = breaks[i].join ? rules.kinds[(rules.kinds.indexOf(breaks[i].join) + 1) % rules.kinds.length]
    : HYPHEN.test(ends(i)[0].trimEnd()) ? "drop-hyphen" : rules.kinds[0];
  if (await save(i, "wrap", join, false)) { choose(i, true); say(`join: ${join}`); }
}

async function clear() {
  const i = state.current;
  if (i >= 0 && breaks[i].label && await save(i, null, null, false)) { choose(i, true); say("label taken away"); }
}

async function undo() {
  const last = state.undo.pop();
  if (!last) { say("nothing to undo"); return; }
  if (await save(last.i, last.label, last.join, true)) { choose(last.i, true); say(`undone: ${last.label || "no label"}`); } else state.undo.push(last);
}

function nextUnlabelledPage() {
  const here = state.current < 0 ? -1 : breaks[state.current].page, open = (from) => breaks.findIndex((b) => b.page > from && !b.label);
  const i = open(here) >= 0 ? open(here) : open(-1);
  if (i >= 0) choose(i, true); else say("every break is labelled");
}

function blindMode() {
  state.blind = !state.blind;
  $("key-b").setAttribute("aria-pressed", state.blind);
  redecide();
}

Object.assign(keys, {
  w: [queued(() => label("wrap")), "soft wrap, and on to the next", "wrap"],
  k: [queued(() => label("keep")), "real break, and on to the next", "keep"],
  u: [queued(() => label("unknown")), "cannot be told, and on to the next", "unknown"],
  j: [queued(nextJoin), "another kind of join for a labelled wrap", "join"],
  x: [queued(clear), "take the label away", "clear"],
  z: [queued(undo), "undo", "undo"],
  n: [queued(() => step(1)), "next break of the list"],
  p: [queued(() => step(-1)), "previous break of the list"],
  g: [queued(nextUnlabelledPage), "next page with unlabelled breaks", "next unlabelled page"],
  b: [blindMode, "blind mode on or off", "blind"],
});
const bar = make("div", { role: "group", "aria-label": "label the chosen break", class: "bar" });
for (const [key, [action, what, words]] of Object.entries(keys)) {
  if (!words) continue;
  const button = make("button", { type: "button", id: `key-${key}`, title: what, "aria-keyshortcuts": key }, `${words} (${key})`);
  button.addEventListener("click", action);
  bar.append(button);
}
bar.append(make("progress", { id: "progress", max: Math.max(breaks.length, 1), value: 0, "aria-label": "labelled breaks" }));
document.querySelector("header").append(bar);
$("key-b").setAttribute("aria-pressed", state.blind);
