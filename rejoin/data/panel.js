// The panel of the chosen break, the sliders, the lists, the help, the keys.
function say(message) { $("status").textContent = message; }

function detail(i) {
  const box = $("detail"), b = breaks[i], page = data.pages[b.page], [above, below] = ends(i);
  box.hidden = false;
  document.body.classList.add("panel");
  const close = make("button", { type: "button", class: "close", title: "Escape" }, "Close"), lines = make("p");
  close.addEventListener("click", closeDetail);
  lines.append(make("bdi", {}, above), " | ", make("bdi", {}, below));
  box.replaceChildren(close, make("h2", {}, `page ${page.number}, break ${b.row + 1}${b.label ? `, labelled ${b.label}${b.join ? ` (${b.join})` : ""}` : ""}`), lines);
  if (blind(i)) { box.append(make("p", { class: "quiet" }, "Blind: the decision is shown when the break is labelled.")); return; }
  box.append(verdictOf(joined[i], state.rules, chosen, i));
  if (state.beside) box.append(verdictOf(other[i], state.beside, fixed(state.beside), i));
  if (measured(i, chosen)) box.append(conditionTable(measured(i, chosen).values, chosen));
  box.append(make("p", { class: "quiet" }, "Drawn on the page: column's edge and indent and leading (lines), the next word set behind the line (dashed box)."));
}

function closeDetail() {
  state.panel = false;
  $("detail").hidden = true;
  document.body.classList.remove("panel");
  const mark = state.current >= 0 && document.querySelector(`svg [data-break="${state.current}"]`);
  if (mark) mark.focus({ preventScroll: true });
}

function verdictOf(join, name, set, i) {
  const line = make("p", {}, `${name}: `), words = join === null ? "no such break" : join ? `soft wrap (${rules.kinds[breaks[i].kind]})` : "real break";
  line.append(make("span", { class: join ? "soft-text" : "real-text" }, words));
  if (set.learnt && measured(i, set)) line.append(`, confidence ${measured(i, set).confidence.toFixed(3)}, joined from ${set.needed.toFixed(3)} on`);
  return line;
}

function conditionTable(values, set) {
  const holds = conditions(values, set.thresholds, set.switches), table = make("table", { "aria-label": "the eight conditions" }), head = make("tr");
  ["condition", "value", "measured", "threshold", "margin", "holds"].forEach((name) => head.append(make("th", { scope: "col" }, name)));
  table.append(head);
  for (const { name, bounds } of rules.conditions) {
    const rows = bounds.length ? bounds : [["list_below", "", 0]];
    rows.forEach(([value, threshold, side], k) => {
      const row = make("tr"), found = value === "fill" ? values.right / values.column_right : +values[value];
      const limit = threshold ? set.thresholds[threshold] : 0, cell = (words, kind = "number") => row.append(make("td", { class: kind }, words));
      if (!k) row.append(make("th", { scope: "rowgroup", rowspan: rows.length }, name));
      cell(value, "");
      cell(found.toFixed(2));
      cell(threshold ? `${threshold} ${+limit.toFixed(3)}` : "");
      cell(side ? (side * (found - limit)).toFixed(2) : "");
      if (!k) row.append(make("td", { class: holds[name] ? "soft-text" : "real-text", rowspan: rows.length }, holds[name] ? "yes" : "no"));
      table.append(row);
    });
  }
  return table;
}

let waiting = 0;
function later() { waiting = waiting || requestAnimationFrame(() => { waiting = 0; redecide(); }); }

function sliders() {
  const slider = (name, value, least, most, what, unit) => {
    const label = make("label", { title: what }, `${name} `), shown = make("output", {}, (+value.toFixed(3)).toString());
    const input = make("input", { type: "range", min: least, max: most, step: "any", value, "data-name": name, "aria-label": `${name}: ${what}, in ${unit}` });
    input.addEventListener("input", () => { shown.textContent = (+input.value).toFixed(3); state.moved[name] = +input.value; later(); });
    input.addEventListener("keydown", (event) => nudge(event, input, (most - least) / 100));
    label.append(shown, input);
    $("sliders").append(label);
  };
  const set = moved(state.rules);
  $("sliders").replaceChildren();
  if (set.learnt) slider("confidence", set.needed, 0.01, 1, "confidence from which a break is joined", "probability");
  else for (const [name, t] of Object.entries(rules.thresholds)) slider(name, set.thresholds[name], 0, 2 * fixed(state.rules).thresholds[name] || 1, t.what, t.unit);
}
// Sliders have no steps, so that the threshold itself is one of their values; the arrow keys move a hundredth.
function nudge(event, input, by) {
  const way = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
  if (!way) return;
  event.preventDefault();
  input.value = +input.value + way * by;
  input.dispatchEvent(new Event("input"));
}

function selects() {
  for (const name of Object.keys(rules.sets)) for (const id of ["rules", "beside"]) $(id).append(make("option", { value: name }, name));
  for (const [value, [name]] of Object.entries(filters)) $("filter").append(make("option", { value }, name));
  for (const id of ["rules", "beside", "filter"]) {
    $(id).value = state[id];
    $(id).addEventListener("change", () => { state[id] = $(id).value; if (id === "rules") { state.moved = {}; sliders(); } redecide(); });
  }
  $("reset").addEventListener("click", () => { state.moved = {}; sliders(); redecide(); });
}

// What a key does: [function, what it is, words of its button].
const keys = {
  ArrowRight: [() => step(1), "next break of the list"], ArrowLeft: [() => step(-1), "previous break of the list"],
  Escape: [closeDetail, "close the panel; Enter on a mark opens it"],
};
const LEGEND = ["A filled circle is a soft wrap, an open square a real break; the paler, the less certain.",
  "Point at a line on either side to light it on the other; click a mark or a line to see why.",
  "Letters beside a mark are labels (w wrap, k keep, u unknown); one against the decision has \u2260 behind it. A dashed outline: the rule set beside decides otherwise."];
function help() {
  const box = $("help"), table = make("table", { "aria-label": "keys" });
  box.replaceChildren(make("h2", {}, "Help"), ...LEGEND.map((words) => make("p", {}, words)));
  if (labelling) box.append(make("p", {}, LABEL_LEGEND));
  for (const [key, [, what]] of Object.entries(keys)) {
    const row = make("tr"), cell = make("th", { scope: "row" });
    cell.append(make("kbd", {}, key.replace("Arrow", "")));
    row.append(cell, make("td", {}, what));
    table.append(row);
  }
  const letters = make("label"), on = make("input", { type: "checkbox", id: "letters" }), close = make("button", { type: "button" }, "Close");
  on.checked = state.letters;
  on.addEventListener("change", () => { state.letters = on.checked; });
  letters.append(on, " keys of one character");
  close.addEventListener("click", () => box.close());
  box.append(table, letters, close);
  box.showModal();
}
keys["?"] = [help, "this help"];

function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || $("help").open) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key, on = event.target.dataset && event.target.dataset.break;
  if (event.target.matches("input, select") && key !== "Escape") return;
  if ((key === "Enter" || key === " ") && on) { event.preventDefault(); state.panel = true; choose(+on, true); return; }
  if (!Object.hasOwn(keys, key) || (key.length === 1 && !state.letters)) return;
  event.preventDefault();
  keys[key][0]();
}

function pointed(event, on) {
  const section = event.target.closest(".page");
  if (!section) return;
  const p = +section.dataset.page, { line, break: i } = event.target.dataset;
  const found = line === undefined && i !== undefined ? data.pages[p].above[breaks[+i].row] : line;
  if (found !== undefined) light(p, found, on);
}
