// State of the page: breaks, rule sets, what is joined, which breaks are listed.
const data = JSON.parse(document.getElementById("data").textContent);
const rules = data.rules, labelling = data.mode === "label";
const $ = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg", drawnTags = new Set(["svg", "g", "rect", "circle", "line", "text", "title"]);
const make = (tag, attributes = {}, text = "") => {
  const element = drawnTags.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text) element.textContent = text;
  return element;
};

// All breaks in one list; `page` and `row` say where each stands, `read` what each reading measured.
const breaks = [];
const firstOf = data.pages.map(() => -1);
data.pages.forEach((page, p) => page.above.forEach((_, i) => {
  if (!i) firstOf[p] = breaks.length;
  const read = {};
  for (const [name, columns] of Object.entries(page.read)) {
    read[name] = columns.values[i] && { values: named(rules.values, columns.values[i]), confidence: columns.confidence[i] };
  }
  breaks.push({ page: p, row: i, read, label: page.label[i], join: page.join[i], kind: page.kind[i] });
}));
const state = { rules: rules.name, beside: "", filter: "all", current: -1, blind: labelling, letters: true, panel: true, undo: [], moved: {} };

// A rule set as Python has it, and with what the sliders moved.
const fixed = (name) => rules.sets[name];
function moved(name) {
  const set = fixed(name), { confidence, ...thresholds } = state.moved;
  return { ...set, needed: confidence ?? set.needed, thresholds: { ...set.thresholds, ...thresholds } };
}
const measured = (i, set) => breaks[i].read[set.reading];
const decided = (set) => breaks.map((_, i) => decide(measured(i, set), set));

let chosen = moved(rules.name), joined = [], was = [], other = [], list = [];
function redecide() {
  chosen = moved(state.rules);
  joined = decided(chosen);
  was = decided(fixed(state.rules));
  other = state.beside ? decided(fixed(state.beside)) : joined;
  relist();
  counts();
  drawn.forEach((p) => fill(p, true));
  if (state.current >= 0 && !$("detail").hidden) detail(state.current);
}

const differs = (i) => joined[i] !== null && other[i] !== null && joined[i] !== other[i];
const unsure = (i) => certainty(measured(i, chosen), chosen);
const against = (i) => (breaks[i].label === "wrap" && !joined[i]) || (breaks[i].label === "keep" && !!joined[i]);
const fails = (i, name) => {
  const m = measured(i, chosen);
  return !!m && !conditions(m.values, chosen.thresholds, chosen.switches)[name];
};
const filters = {
  all: ["all breaks", () => true],
  unsure: ["least certain first", () => true],
  differ: ["two rule sets differ", differs],
  flipped: ["flipped by the sliders", (i) => joined[i] !== was[i]],
  wrong: ["against the labels", against],
};
rules.conditions.forEach(({ name }) => { filters[`failed:${name}`] = [`condition fails: ${name}`, (i) => fails(i, name)]; });

function relist() {
  const f = state.filter;
  list = breaks.map((_, i) => i).filter(filters[f][1]);
  if (f === "unsure" || f === "unlabelled") {
    const sure = breaks.map((_, i) => unsure(i));
    list.sort((x, y) => sure[x] - sure[y]);
  }
  $("status").textContent = `${list.length} of ${breaks.length} breaks`;
}

const percent = (a, b) => (b ? `${(100 * a / b).toFixed(1)} %` : "-");
function scores(joins) {
  let wraps = 0, right = 0, wrong = 0;
  breaks.forEach((b, i) => {
    if (b.label === "wrap") { wraps += 1; right += joins[i] ? 1 : 0; }
    if (b.label === "keep" && joins[i]) wrong += 1;
  });
  return `recall ${percent(right, wraps)}, precision ${percent(right, right + wrong)}`;
}

function counts() {
  const number = (test) => breaks.reduce((n, _, i) => n + (test(i) ? 1 : 0), 0);
  const nowJoined = number((i) => joined[i] && !was[i]), nowKept = number((i) => !joined[i] && was[i]);
  const labelled = number((i) => breaks[i].label), parts = [];
  if (labelling) parts.push(`${labelled} of ${breaks.length} labelled`);
  if ($("progress")) $("progress").value = labelled;
  if (state.blind) { $("counts").textContent = parts.join("; "); return; }
  let text = `${number((i) => joined[i])} joined, ${nowJoined + nowKept} flipped`;
  if (nowJoined + nowKept) text += ` (${nowJoined} now joined, ${nowKept} now kept)`;
  if (labelled) text += `; ${scores(joined)}`;
  if (state.beside) {
    const none = number((i) => other[i] === null);
    text += `; ${number(differs)} other than ${state.beside}`;
    if (none) text += `, which has no such break ${none} times`;
    if (labelled) text += ` (${scores(other)})`;
  }
  $("counts").textContent = [...parts, text].join("; ");
}
