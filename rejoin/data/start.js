// An address may name a break by its page and by PDFium's index of the separator: #p3c456
function fromAddress() {
  const found = /^#p(\d+)c(\d+)$/.exec(location.hash);
  if (!found) return;
  const p = data.pages.findIndex((page) => page.number === +found[1]);
  const row = p < 0 ? -1 : data.pages[p].span.findIndex(([last, first]) => last <= +found[2] && +found[2] < first);
  if (row >= 0) choose(firstOf[p] + row, true);
  else say("no such break");
}

document.addEventListener("keydown", pressed);
$("pages").addEventListener("click", (event) => {
  const i = event.target.dataset.break;
  if (i !== undefined) { state.panel = true; choose(+i, true); }
});
for (const [kind, on] of [["mouseover", true], ["mouseout", false], ["focusin", true], ["focusout", false]]) {
  $("pages").addEventListener(kind, (event) => pointed(event, on));
}
$("next").addEventListener("click", () => step(1));
$("previous").addEventListener("click", () => step(-1));
$("help-button").addEventListener("click", help);
selects();
sliders();
data.pages.forEach((page, p) => near.observe(frame(page, p)));
redecide();
addEventListener("hashchange", fromAddress);
fromAddress();
if (labelling) say(`${$("status").textContent}. Keys: w wrap, k keep, u unknown, z undo, ? help`);
