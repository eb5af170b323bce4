// Pages: empty frames of the right size, filled when they come near the window.
const frames = [], drawn = new Set(), KEPT = 12, AROUND = 3;
function frame(page, p) {
  const section = make("section", { class: "page", "aria-labelledby": `title-${p}` });
  section.append(make("h2", { id: `title-${p}` }, `Page ${page.number}`));
  const picture = make("div", { class: "picture" }), running = make("div", { class: "running", lang: "" });
  picture.style.aspectRatio = `${page.size[0]} / ${page.size[1]}`;
  if (page.note) section.append(make("p", { class: page.failed ? "note real-text" : "note" }, page.note));
  section.append(picture, running);
  section.dataset.page = p;
  if (page.failed) picture.hidden = true;
  frames.push({ section, picture, running });
  $("pages").append(section);
  return section;
}
const near = new IntersectionObserver((entries) => entries.forEach((entry) => {
  const p = +entry.target.dataset.page;
  if (entry.isIntersecting) fill(p, false);
  else if (drawn.has(p) && drawn.size > KEPT && !(state.current >= 0 && breaks[state.current].page === p)) empty(p);
}), { rootMargin: "800px" });

function empty(p) {
  frames[p].section.style.minHeight = `${frames[p].section.offsetHeight}px`;
  frames[p].picture.replaceChildren();
  frames[p].running.replaceChildren();
  drawn.delete(p);
}

function fill(p, again) {
  if (drawn.has(p) && !again) return;
  const page = data.pages[p], { picture, running } = frames[p];
  if (!picture.firstChild && !page.failed) {
    const kept = $(`picture-${page.number}`);
    const source = labelling ? `picture/${page.number}.png` : kept ? `data:image/png;base64,${kept.textContent.trim()}` : "data:,";
    picture.append(make("img", { src: source, alt: `page ${page.number} as it is printed` }));
    picture.append(make("svg", { viewBox: `0 0 ${page.size[0]} ${page.size[1]}`, role: "group", "aria-label": `line breaks of page ${page.number}` }));
  }
  if (picture.lastChild) marks(p, picture.lastChild);
  text(p, running);
  drawn.add(p);
}

const blind = (i) => state.blind && !breaks[i].label;
// Text of the document inside a sentence: its direction and its controls must not reach out of it.
const inside = (words) => `\u2068${words}\u2069`;
const ends = (i) => {
  const b = breaks[i], page = data.pages[b.page];
  return [page.text[page.above[b.row]].slice(-30), page.text[page.below[b.row]].slice(0, 30)];
};
const verdict = (i) => blind(i) ? "not shown" : joined[i] === null ? "no such break" : joined[i] ? "soft wrap" : "real break";
function describe(i) {
  const b = breaks[i], page = data.pages[b.page], labelled = b.label ? `, labelled ${b.label}${b.join ? ` (${b.join})` : ""}` : "";
  return `page ${page.number}, break ${b.row + 1}: ${verdict(i)}${labelled}: ${ends(i).map(inside).join(" | ")}`;
}

// A point of the reading frame (each line from left to right, y up) in the picture.
const seen = ([a, b, c, d, e, f], x, y) => [a * x + c * y + e, b * x + d * y + f];

function marks(p, svg) {
  const page = data.pages[p], held = svg.contains(document.activeElement) ? document.activeElement.dataset.break : undefined;
  svg.replaceChildren();
  page.box.forEach((box, line) => {
    svg.append(make("rect", { class: "line", x: box[0], y: box[1], width: Math.max(box[2] - box[0], 1), height: Math.max(box[3] - box[1], 1), "data-line": line }));
  });
  for (let row = 0, i = firstOf[p]; row < page.above.length; row++, i++) mark(page, row, i, svg);
  if (state.current >= 0 && breaks[state.current].page === p) drawing(svg, state.current);
  if (held !== undefined) svg.querySelector(`[data-break="${held}"]`).focus({ preventScroll: true });
}

// Behind the end of the line above, wherever its text runs to: a circle for a soft wrap, a square for a real break.
function mark(page, row, i, svg) {
  const a = page.above[row], own = page.own[a], size = Math.min(Math.max((own[3] - own[1]) * 0.3, 2), 5);
  const [x, y] = seen(page.frames[page.frame[a]], own[2] + size * 1.6, (own[1] + own[3]) / 2);
  const hidden = blind(i), soft = !hidden && joined[i];
  const shape = soft ? make("circle", { cx: x, cy: y, r: size }) : make("rect", { x: x - size, y: y - size, width: 2 * size, height: 2 * size, rx: hidden ? size / 2 : 0 });
  const names = ["mark", hidden ? "hidden" : soft ? "soft" : "real"];
  if (!hidden && differs(i)) names.push("other");
  if (i === state.current) names.push("current");
  shape.setAttribute("class", names.join(" "));
  shape.setAttribute("opacity", hidden ? "1" : (0.4 + 0.6 * unsure(i)).toFixed(2));
  shape.setAttribute("role", "button");
  shape.setAttribute("tabindex", i === state.current || (state.current < 0 && i === 0) ? "0" : "-1");
  shape.setAttribute("aria-label", describe(i));
  shape.dataset.break = i;
  svg.append(shape);
  const label = breaks[i].label;
  if (!label) return;
  const tag = make("text", { class: against(i) ? "tag against" : "tag", x: x + size * 1.4, y: y - size * 0.4, "aria-hidden": "true" }, { wrap: "w", keep: "k", unknown: "u" }[label]);
  if (against(i)) tag.textContent += "\u2260";
  svg.append(tag);
}

// On the page: the column's edge, the next word set behind the line, the indent, the leading.
function drawing(svg, i) {
  const b = breaks[i], page = data.pages[b.page], a = page.above[b.row], c = page.below[b.row], m = b.read.own;
  if (page.frame[a] !== page.frame[c]) return;
  const above = page.own[a], below = page.own[c], edge = m.values.column_right;
  const group = make("g", { transform: `matrix(${page.frames[page.frame[a]].join(" ")})`, "aria-hidden": "true" });
  const line = (x1, y1, x2, y2, kind) => group.append(make("line", { x1, y1, x2, y2, class: `drawn ${kind}` }));
  line(edge, above[3] + 8, edge, Math.min(above[1], below[1]) - 8, "edge");
  group.append(make("rect", { class: "drawn room", x: above[2] + 2, y: above[1], width: Math.max(page.word[c], 1), height: Math.max(above[3] - above[1], 1) }));
  line(above[0], above[1], below[0], above[1], "indent");
  line(below[0] - 4, above[1], below[0] - 4, below[1], "leading");
  svg.append(group);
}

function text(p, running) {
  const page = data.pages[p], after = {};
  running.replaceChildren();
  let paragraph = null;
  for (let row = 0; row < page.above.length; row++) after[page.above[row]] = firstOf[p] + row;
  page.text.forEach((words, line) => {
    if (!paragraph) { paragraph = make("p", { dir: "auto" }); running.append(paragraph); }
    const i = line in after ? after[line] : -1, span = make("span", { "data-line": line }, words);
    if (i >= 0) { span.dataset.break = i; if (i === state.current) span.className = "current"; }
    const join = i >= 0 && !blind(i) && joined[i] ? rules.kinds[breaks[i].kind] : null;
    if (join === "drop-hyphen") span.textContent = words.replace(/[-\u00ad\u2010]$/, "");
    paragraph.append(span);
    if (join === "space") paragraph.append(" ");
    if (!join) paragraph = null;
  });
  if (page.over) running.append(make("p", { class: "quiet" }, "(goes on over the page's edge)"));
}

function light(p, line, on) {
  const { picture, running } = frames[p];
  for (const element of [...picture.querySelectorAll(`.line[data-line="${line}"]`), ...running.querySelectorAll(`span[data-line="${line}"]`)]) element.classList.toggle("lit", on);
}

function choose(i, focus) {
  if (i < 0 || i >= breaks.length) return;
  const before = state.current, p = breaks[i].page;
  state.current = i;
  for (const q of new Set([p, before >= 0 ? breaks[before].page : p])) if (q === p || drawn.has(q)) fill(q, true);
  // pages that are drawn only when they come near would push the chosen break away
  for (let q = Math.max(p - AROUND, 0); q <= Math.min(p + AROUND, frames.length - 1); q++) fill(q, false);
  if (drawn.size > KEPT) for (const q of [...drawn]) if (Math.abs(q - p) > AROUND) empty(q);
  if (state.panel) detail(i);
  const found = frames[p].picture.querySelector(`[data-break="${i}"]`);
  found.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
  if (focus) found.focus({ preventScroll: true });
}

function step(by) {
  if (!list.length) { say("no break in this list"); return; }
  let at = list.indexOf(state.current);
  if (at < 0) at = by > 0 ? -1 : list.length;
  for (let k = 0; k < list.length; k++) {
    at = (at + by + list.length) % list.length;
    // what was labelled meanwhile is passed over on the way on, and not on the way back
    if (state.filter !== "unlabelled" || by < 0 || !breaks[list[at]].label) { choose(list[at], true); return; }
  }
  say("every break is labelled");
}
