"use strict";
// Labelling: keys, saving after every label, undo. A prediction is never saved as a label.
breaks.forEach((b) => { b.join = data.pages[b.page].join[b.row]; });

async function save(i, label, join, undoing) {
  const b = breaks[i], before = { i, label: b.label, join: b.join };
  const body = JSON.stringify({ page: data.pages[b.page].number, row: b.row, label, join });
  try {
    const answer = await fetch("label", { method: "POST", headers: { "Content-Type": "application/json" }, body });
    if (!answer.ok) throw new Error(answer.statusText);
  } catch (error) {
    $("status").textContent = `NOT SAVED: ${error.message}`;
    return false;
  }
  if (!undoing) state.undo.push(before);
  b.label = label;
  b.join = join;
  counts();
  if (drawn.has(b.page)) fill(b.page, true);
  return true;
}

async function label(name) {
  const i = state.current;
  if (i < 0) { step(1); return; }
  const join = name === "wrap" ? breaks[i].join || rules.kinds[breaks[i].kind] : null;
  if (await save(i, name, join, false)) step(1);
}

async function nextJoin() {
  const i = state.current;
  if (i < 0 || breaks[i].label !== "wrap") return;
  const at = rules.kinds.indexOf(breaks[i].join);
  const join = rules.kinds[(at + 1) % rules.kinds.length];
  if (await save(i, "wrap", join, false)) { choose(i, true); $("status").textContent = `join: ${join}`; }
}

async function undo() {
  const last = state.undo.pop();
  if (last && await save(last.i, last.label, last.join, true)) choose(last.i, true);
}

function nextUnlabelledPage() {
  const here = state.current < 0 ? -1 : breaks[state.current].page;
  const later = breaks.findIndex((b) => b.page > here && !b.label);
  choose(later >= 0 ? later : breaks.findIndex((b) => !b.label), true);
}

Object.assign(keys, {
  w: [() => label("wrap"), "soft wrap, and on to the next"],
  k: [() => label("keep"), "real break, and on to the next"],
  u: [() => label("unknown"), "cannot be told, and on to the next"],
  x: [() => state.current >= 0 && save(state.current, null, null, false), "take the label away"],
  j: [nextJoin, "another kind of join for a labelled wrap"],
  n: [() => step(1), "next break of the list"],
  p: [() => step(-1), "previous break of the list"],
  z: [undo, "undo"],
  g: [nextUnlabelledPage, "next page with unlabelled breaks"],
  b: [() => { state.blind = !state.blind; redecide(); if (state.current >= 0) detail(state.current); }, "blind mode on or off"],
});
state.filter = $("filter").value = "unlabelled";
redecide();
$("status").textContent += ". Keys: w wrap, k keep, u unknown, z undo, ? help";
