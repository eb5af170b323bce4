"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const rules = data.rules, labelling = data.mode === "label";
const $ = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";
const make = (tag, attributes = {}, text = "") => {
  const element = tag in { svg: 1, rect: 1, circle: 1, line: 1 } ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text) element.textContent = text;
  return element;
};

// All breaks in one list; `page` and `row` say where each stands.
const breaks = [];
data.pages.forEach((page, p) => page.above.forEach((_, i) => breaks.push({
  page: p, row: i, values: named(rules.values, page.values[i]), confidence: page.confidence[i], was: !!page.joined[i],
  label: page.label[i], kind: page.kind[i],
})));
const firstOf = data.pages.map(() => -1);
breaks.forEach((b, i) => { if (firstOf[b.page] < 0) firstOf[b.page] = i; });
const set = (name) => name === rules.name
  ? { learnt: rules.learnt, needed: state.needed, thresholds: state.thresholds, switches: rules.switches }
  : { ...rules.presets[name], needed: state.needed, thresholds: state.thresholds, switches: rules.presets[name] };
const state = {
  rules: rules.name, beside: "", filter: "all", current: -1, blind: labelling, needed: rules.needed, undo: [],
  thresholds: Object.fromEntries(Object.entries(rules.thresholds).map(([n, t]) => [n, t.value])),
};
let joined = [], other = [], list = [];

function redecide() {
  joined = breaks.map((b) => decide(b.values, b.confidence, set(state.rules)));
  other = state.beside ? breaks.map((b) => decide(b.values, b.confidence, set(state.beside))) : joined;
  relist();
  counts();
  drawn.forEach((p) => fill(p, true));
}

const unsure = (b) => Math.abs(b.confidence - 0.5);
function relist() {
  let rows = breaks.map((_, i) => i);
  const f = state.filter;
  if (f === "unsure") rows.sort((x, y) => unsure(breaks[x]) - unsure(breaks[y]));
  else if (f === "wrong") rows = rows.filter((i) => isWrong(i));
  else if (f === "differ") rows = rows.filter((i) => joined[i] !== other[i]);
  else if (f === "flipped") rows = rows.filter((i) => joined[i] !== breaks[i].was);
  else if (f === "unlabelled") rows = rows.filter((i) => !breaks[i].label).sort((x, y) => unsure(breaks[x]) - unsure(breaks[y]));
  else if (f.startsWith("failed:")) rows = rows.filter((i) => !conditions(breaks[i].values, state.thresholds, set(state.rules).switches)[f.slice(7)]);
  list = rows;
  $("status").textContent = `${list.length} of ${breaks.length} breaks`;
}
const isWrong = (i) => {
  const label = breaks[i].label;
  return label === "wrap" ? !joined[i] : label === "keep" ? joined[i] : false;
};

function counts() {
  const flips = joined.filter((j, i) => j !== breaks[i].was).length;
  const differ = joined.filter((j, i) => j !== other[i]).length;
  let text = `${joined.filter(Boolean).length} joined, ${flips} flipped`;
  if (state.beside) text += `, ${differ} other than ${state.beside}`;
  const wraps = breaks.filter((b) => b.label === "wrap").length;
  if (breaks.some((b) => b.label)) {
    const right = breaks.filter((b, i) => b.label === "wrap" && joined[i]).length;
    const wrong = breaks.filter((b, i) => b.label === "keep" && joined[i]).length;
    const percent = (a, b) => (b ? (100 * a / b).toFixed(1) + " %" : "-");
    text += `; recall ${percent(right, wraps)}, precision ${percent(right, right + wrong)}`;
  }
  if (labelling) text += `; ${breaks.filter((b) => b.label).length} of ${breaks.length} labelled`;
  $("counts").textContent = text;
}

// Pages: empty frames of the right size, filled when they come near the window.
const frames = [], drawn = new Set();
function frame(page, p) {
  const section = make("section", { class: "page", "aria-label": `page ${page.number}` });
  section.append(make("h2", {}, `Page ${page.number}`));
  const picture = make("div", { class: "picture", style: `aspect-ratio: ${page.size[0]} / ${page.size[1]}` });
  const running = make("div", { class: "running", lang: "" });
  section.append(picture, running);
  section.dataset.page = p;
  frames.push({ section, picture, running });
  $("pages").append(section);
  return section;
}
const near = new IntersectionObserver((entries) => entries.forEach((entry) => {
  const p = +entry.target.dataset.page;
  if (entry.isIntersecting) fill(p, false);
  else if (drawn.has(p) && drawn.size > 12) empty(p);
}), { rootMargin: "800px" });

function empty(p) {
  const height = frames[p].section.offsetHeight;
  frames[p].section.style.minHeight = `${height}px`;
  frames[p].picture.replaceChildren();
  frames[p].running.replaceChildren();
  drawn.delete(p);
}

function fill(p, again) {
  if (drawn.has(p) && !again) return;
  const page = data.pages[p], { picture, running } = frames[p];
  if (!picture.firstChild) {
    const source = labelling ? `picture/${page.number}.png` : "data:image/png;base64," + $(`picture-${page.number}`).textContent.trim();
    picture.append(make("img", { src: source, alt: `page ${page.number} as it is printed` }));
    picture.append(make("svg", { viewBox: `0 0 ${page.size[0]} ${page.size[1]}`, role: "group", "aria-label": "line breaks" }));
  }
  marks(p, picture.lastChild);
  text(p, running);
  drawn.add(p);
}

const blind = (i) => state.blind && !breaks[i].label;
function describe(i) {
  const b = breaks[i], page = data.pages[b.page];
  const ends = `${page.text[page.above[b.row]].slice(-30)} | ${page.text[page.below[b.row]].slice(0, 30)}`;
  const verdict = blind(i) ? "not shown" : joined[i] ? "soft wrap" : "real break";
  return `page ${page.number}, break ${b.row + 1}: ${verdict}${b.label ? ", labelled " + b.label : ""}: ${ends}`;
}

function marks(p, svg) {
  const page = data.pages[p];
  svg.replaceChildren();
  page.box.forEach((box, line) => {
    const rect = make("rect", { class: "line", x: box[0], y: box[1], width: Math.max(box[2] - box[0], 1), height: Math.max(box[3] - box[1], 1), "data-line": line });
    svg.append(rect);
  });
  for (let row = 0, i = firstOf[p]; row < page.above.length; row++, i++) {
    const box = page.box[page.above[row]], size = Math.min(Math.max((box[3] - box[1]) * 0.3, 2), 5);
    const x = box[2] + size * 1.6, y = (box[1] + box[3]) / 2, soft = blind(i) ? false : joined[i];
    const shape = blind(i) || !soft
      ? make("rect", { x: x - size, y: y - size, width: 2 * size, height: 2 * size, rx: blind(i) ? size / 2 : 0 })
      : make("circle", { cx: x, cy: y, r: size });
    const certain = blind(i) ? 0.5 : rules.learnt && state.rules === rules.name ? 0.25 + 1.5 * unsure(breaks[i]) : 1;
    shape.setAttribute("class", `mark ${soft ? "soft" : "real"}${joined[i] !== other[i] ? " other" : ""}${i === state.current ? " current" : ""}`);
    shape.setAttribute("opacity", Math.min(certain, 1).toFixed(2));
    shape.setAttribute("role", "button");
    shape.setAttribute("tabindex", i === state.current || (state.current < 0 && i === 0) ? "0" : "-1");
    shape.setAttribute("aria-label", describe(i));
    shape.dataset.break = i;
    svg.append(shape);
  }
  if (state.current >= 0 && breaks[state.current].page === p) drawing(svg, state.current);
}

// On the page: the column's edge, the next word set behind the line, the indent, the leading.
function drawing(svg, i) {
  const b = breaks[i], page = data.pages[b.page], a = page.above[b.row], c = page.below[b.row];
  if (!page.plain[a] || !page.plain[c]) return;
  const above = page.box[a], below = page.box[c];
  const line = (x1, y1, x2, y2, kind) => svg.append(make("line", { x1, y1, x2, y2, class: `drawn ${kind}` }));
  line(page.edge[b.row], above[1] - 8, page.edge[b.row], below[3] + 8, "edge");
  svg.append(make("rect", { class: "drawn room", x: above[2] + 2, y: above[1], width: Math.max(page.word[c], 1), height: above[3] - above[1] }));
  line(above[0], above[3], below[0], above[3], "indent");
  line(below[0] - 4, above[3], below[0] - 4, below[3], "leading");
}

function text(p, running) {
  const page = data.pages[p];
  running.replaceChildren();
  let paragraph = null;
  const add = (line, i) => {
    const span = make("span", { "data-line": line }, page.text[line]);
    if (i >= 0) { span.dataset.break = i; if (i === state.current) span.className = "current"; }
    paragraph.append(span);
  };
  const after = {};
  for (let row = 0; row < page.above.length; row++) after[page.above[row]] = firstOf[p] + row;
  page.text.forEach((_, line) => {
    if (!paragraph) { paragraph = make("p"); running.append(paragraph); }
    const i = line in after ? after[line] : -1;
    add(line, i);
    const join = i >= 0 && !blind(i) && joined[i] ? rules.kinds[breaks[i].kind] : null;
    if (join === "drop-hyphen") paragraph.lastChild.textContent = paragraph.lastChild.textContent.replace(/[-\u00ad\u2010]$/, "");
    if (join === "space" || !join) paragraph.append(" ");
    if (!join) paragraph = null;
  });
}

function light(p, line, on) {
  const { picture, running } = frames[p];
  for (const element of [...picture.querySelectorAll(`.line[data-line="${line}"]`), ...running.querySelectorAll(`span[data-line="${line}"]`)]) element.classList.toggle("lit", on);
}

function choose(i, focus) {
  if (i < 0 || i >= breaks.length) return;
  const before = state.current;
  state.current = i;
  const p = breaks[i].page;
  if (!drawn.has(p)) fill(p, false);
  for (const q of new Set([p, before >= 0 ? breaks[before].page : p])) if (drawn.has(q)) fill(q, true);
  const mark = frames[p].picture.querySelector(`[data-break="${i}"]`);
  mark.scrollIntoView({ block: "center", behavior: "instant" });
  if (focus) mark.focus({ preventScroll: true });
  detail(i);
}

function detail(i) {
  const box = $("detail"), b = breaks[i];
  box.hidden = false;
  box.replaceChildren(make("p", {}, describe(i)));
  if (blind(i)) { box.append(make("p", { class: "quiet" }, "blind: the decision is shown when the break is labelled")); return; }
  const verdict = make("p");
  verdict.append(make("span", { class: joined[i] ? "soft-text" : "real-text" }, joined[i] ? `soft wrap (${rules.kinds[b.kind]})` : "real break"));
  if (rules.learnt) verdict.append(` confidence ${b.confidence.toFixed(3)}, joined from ${state.needed.toFixed(3)} on`);
  box.append(verdict);
  const holds = conditions(b.values, state.thresholds, set(state.rules).switches), table = make("table"), head = make("tr");
  ["condition", "value", "measured", "threshold", "margin", "holds"].forEach((name) => head.append(make("th", { scope: "col" }, name)));
  table.append(head);
  for (const { name, bounds } of rules.conditions) {
    const rows = bounds.length ? bounds : [[name === "list" ? "list_below" : "", "", 0]];
    rows.forEach(([value, threshold, side], k) => {
      const row = make("tr"), measured = value === "fill" ? b.values.right / b.values.column_right : +b.values[value];
      const limit = threshold ? state.thresholds[threshold] : 0;
      row.append(make("th", { scope: "row" }, k ? "" : name), make("td", {}, value), make("td", { class: "number" }, measured.toFixed(2)),
        make("td", { class: "number" }, threshold ? `${threshold} ${limit}` : ""), make("td", { class: "number" }, side ? (side * (measured - limit)).toFixed(2) : ""),
        make("td", { class: holds[name] ? "soft-text" : "real-text" }, k ? "" : holds[name] ? "yes" : "no"));
      table.append(row);
    });
  }
  box.append(table);
}

function step(by) {
  if (!list.length) return;
  const at = list.indexOf(state.current);
  choose(list[at < 0 ? 0 : (at + by + list.length) % list.length], true);
}

function sliders() {
  const slider = (name, value, most, what, unit, change) => {
    const label = make("label", { title: what }, `${name} `), shown = make("output", {}, String(value));
    const input = make("input", { type: "range", min: 0, max: most, step: most / 200, value, "data-name": name, "aria-label": `${name}: ${what}, in ${unit}` });
    input.addEventListener("input", () => { shown.textContent = (+input.value).toFixed(3); change(+input.value); redecide(); if (state.current >= 0) detail(state.current); });
    label.append(shown, input);
    $("sliders").append(label);
  };
  slider("confidence", state.needed, 1, "from which confidence on the learnt rules join", "probability", (v) => { state.needed = v; });
  for (const [name, t] of Object.entries(rules.thresholds)) slider(name, t.value, 2 * t.value || 1, t.what, t.unit, (v) => { state.thresholds[name] = v; });
}

function selects() {
  for (const name of new Set([rules.name, ...Object.keys(rules.presets)])) for (const id of ["rules", "beside"]) $(id).append(make("option", { value: name }, name));
  const filters = { all: "all breaks", unsure: "least certain first", differ: "two rule sets differ", flipped: "flipped by the sliders", wrong: "against the labels" };
  if (labelling) filters.unlabelled = "unlabelled, least certain first";
  rules.conditions.forEach(({ name }) => { filters[`failed:${name}`] = `condition fails: ${name}`; });
  for (const [value, name] of Object.entries(filters)) $("filter").append(make("option", { value }, name));
  for (const id of ["rules", "beside", "filter"]) $(id).addEventListener("change", () => { state[id] = $(id).value; redecide(); });
}

const keys = { ArrowRight: [() => step(1), "next break of the list"], ArrowLeft: [() => step(-1), "previous break of the list"] };
const shownKeys = () => Object.entries(keys).map(([key, [, what]]) => [key.replace("Arrow", ""), what]);
function help() {
  const box = $("help"), table = make("table");
  box.replaceChildren(make("h2", {}, "Help"), make("p", {}, "A filled circle is a soft wrap, an open square a real break; the paler, the less certain. Point at a line on either side to light it on the other; click a mark or a line to see why. Dashed marks are decided otherwise by the rule set beside."));
  for (const [key, what] of shownKeys()) { const row = make("tr"), cell = make("td"); cell.append(make("kbd", {}, key)); row.append(cell, make("td", {}, what)); table.append(row); }
  const close = make("button", { type: "button" }, "Close");
  close.addEventListener("click", () => box.close());
  box.append(table, close);
  box.showModal();
}
keys["?"] = [help, "this help"];

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || $("help").open) return;
  if (event.target.matches("input, select")) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if ((key === "Enter" || key === " ") && event.target.dataset && event.target.dataset.break) { event.preventDefault(); choose(+event.target.dataset.break, true); return; }
  if (key in keys) { event.preventDefault(); keys[key][0](); }
});
$("pages").addEventListener("click", (event) => { const i = event.target.dataset.break; if (i !== undefined) choose(+i, true); });
for (const [kind, on] of [["mouseover", true], ["mouseout", false], ["focusin", true], ["focusout", false]]) {
  $("pages").addEventListener(kind, (event) => {
    const section = event.target.closest(".page");
    if (!section) return;
    const p = +section.dataset.page, page = data.pages[p];
    let line = event.target.dataset.line;
    if (line === undefined && event.target.dataset.break !== undefined) line = page.above[breaks[+event.target.dataset.break].row];
    if (line !== undefined) light(p, line, on);
  });
}
$("next").addEventListener("click", () => step(1));
$("previous").addEventListener("click", () => step(-1));
$("help-button").addEventListener("click", help);
selects();
sliders();
data.pages.forEach((page, p) => near.observe(frame(page, p)));
redecide();

// An address may name a break by its page and by PDFium's index of the separator: #p3c456
function fromAddress() {
  const named = /^#p(\d+)c(\d+)$/.exec(location.hash);
  if (!named) return;
  const p = data.pages.findIndex((page) => page.number === +named[1]);
  const row = p < 0 ? -1 : data.pages[p].span.findIndex(([last, first]) => last <= +named[2] && +named[2] < first);
  if (row >= 0) choose(firstOf[p] + row, true);
}
addEventListener("hashchange", fromAddress);
fromAddress();
