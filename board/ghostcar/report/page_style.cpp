// SPDX-License-Identifier: Apache-2.0
#include "board/ghostcar/report/page_style.h"

namespace ghostcar::board {

// Colours of lines keep at least 3:1 against the paper in both schemes and differ for the common
// kinds of colour blindness (after Okabe and Ito); the brake's line is dashed as well.
const std::string_view page_style = R"css(
:root{color-scheme:light dark;--page:#f4f5f7;--card:#fff;--ink:#1b1f24;--soft:#5b6470;--rule:#dfe3e8;
--grid:#e8ebef;--frame:#b9c0c9;--mark:#7c8693;--band:#0072b21f;--band-ink:#2c5f80;
--speed:#0072b2;--engine:#8a5a00;--throttle:#00805c;--clutch:#8244b8;--brake:#c8470b;--gear:#3d4550;
--gear-1:#c8470b;--gear-2:#a87600;--gear-3:#00805c;--gear-4:#0072b2;--gear-5:#8244b8;--gear-6:#b03a76;
--passed:#11753f;--failed:#b3261e;--broken:#946000;--none:#5b6470}
@media screen and (prefers-color-scheme:dark){:root{--page:#14171b;--card:#1c2025;--ink:#e7eaee;--soft:#9aa4b0;
--rule:#30363d;--grid:#2a3037;--frame:#4a535e;--mark:#8b95a1;--band:#56b4e92e;--band-ink:#8cc8ec;
--speed:#56b4e9;--engine:#e0aa3e;--throttle:#2fc596;--clutch:#c79bf0;--brake:#ff8a4c;--gear:#c3cad3;
--gear-1:#ff8a4c;--gear-2:#e0b93e;--gear-3:#2fc596;--gear-4:#56b4e9;--gear-5:#c79bf0;--gear-6:#f08cc0;
--passed:#4cc987;--failed:#ff7b72;--broken:#e3b341;--none:#9aa4b0}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:15px/1.5 system-ui,"Segoe UI",Roboto,"Liberation Sans",sans-serif;
font-variant-numeric:tabular-nums}
main{max-width:1080px;margin:0 auto;padding:24px 20px 48px}
section,.banner{background:var(--card);border:1px solid var(--rule);border-radius:10px;padding:18px 22px;margin:0 0 18px}
h1{margin:0;font-size:30px;line-height:1.2;font-weight:650}
h1::first-letter,.message::first-letter{text-transform:uppercase}
h2{margin:0 0 10px;font-size:17px;font-weight:650}
p{margin:0 0 6px}
code{font:13px ui-monospace,"Liberation Mono",monospace}
.banner{display:flex;gap:20px;align-items:flex-start;border-left:8px solid var(--tone)}
.banner h1{color:var(--tone)}
.banner.passed{--tone:var(--passed)}.banner.failed{--tone:var(--failed)}
.banner.broken{--tone:var(--broken)}.banner.none{--tone:var(--none)}
.banner p{overflow-wrap:anywhere}
.badge{flex:none;width:64px;height:64px;fill:var(--tone);stroke:var(--card);stroke-width:4.5;stroke-linecap:round;stroke-linejoin:round}
.badge path:not(.solid){fill:none}.badge .solid,.badge circle,.badge rect{stroke:none}
.session{font-weight:600;color:var(--soft)}.message{font-size:16px;margin-top:4px}
.facts{color:var(--soft);margin:0}
.tables>*{min-width:0}
.tables{display:grid;grid-template-columns:repeat(auto-fit,minmax(280px,1fr));gap:8px 32px;align-items:start}
table{border-collapse:collapse;width:100%;margin:0 0 12px;font-size:14px}
caption{text-align:left;font-weight:650;padding:0 0 4px}
th{font-weight:400;color:var(--soft);text-align:left;padding:4px 14px 4px 0;vertical-align:top;min-width:9.5em}
thead th{min-width:0}
td{text-align:right;padding:4px 0;overflow-wrap:break-word}
thead th{text-align:right;padding-right:0}
tbody tr{border-top:1px solid var(--rule)}
figure{margin:0 0 10px;min-width:0;break-inside:avoid}
figcaption{color:var(--soft);font-size:13.5px;margin-top:2px}
.pair{display:grid;grid-template-columns:7fr 5fr;gap:20px;align-items:start}
.row{display:grid;grid-template-columns:repeat(auto-fit,minmax(300px,1fr));gap:20px;align-items:start}
.row figure{max-width:520px}
.notice{border:1px solid var(--broken);border-left-width:6px;border-radius:6px;padding:8px 14px;margin:0 0 14px}
.notice ul{margin:4px 0 0;padding-left:20px}
footer{color:var(--soft);font-size:13px}
@media screen and (max-width:760px){.pair{grid-template-columns:1fr}.banner{gap:14px}.badge{width:44px;height:44px}
main{padding:10px}section,.banner{padding:12px}}
.plot{display:block;width:100%;height:auto;font-size:12px;fill:var(--ink)}
.picture{width:100%;height:auto}
.plot .paper{fill:none;stroke:var(--frame)}
.plot .grid{stroke:var(--grid)}
.plot .tick,.plot .axis-title{fill:var(--soft)}
.plot .behind-title{fill:var(--card)}
.plot .legend,.plot .mark-label{stroke:var(--card);stroke-width:4px;paint-order:stroke;stroke-linejoin:round}
.plot .panel-title{font-weight:600;font-size:12.5px}
.plot .mark{stroke:var(--mark);stroke-dasharray:2 3}
.plot .mark-label{fill:var(--soft);font-size:11.5px}
.plot .band{fill:var(--band)}
.plot .excursion{fill:var(--failed);opacity:.28}.plot .excused{fill:var(--broken);opacity:.22}
.zoom{cursor:zoom-in;touch-action:pan-y}.zoom .line,.zoom .grid{vector-effect:non-scaling-stroke}
.wide td,.wide th{text-align:right;padding:4px 0 4px 10px;min-width:0}.wide th:first-child{text-align:left;padding-left:0}
.good{color:var(--passed)}.bad{color:var(--failed);font-weight:650}.print-only{display:none}
.plot .band-label,.plot .dot-label{fill:var(--band-ink);stroke:var(--card);stroke-width:4px;paint-order:stroke;stroke-linejoin:round}
.plot .dot-label{fill:var(--ink);font-weight:650}
.plot .dot{fill:var(--card);stroke:var(--ink);stroke-width:2}
.plot .line{fill:none;stroke:var(--tone);stroke-width:1.7;stroke-linejoin:round}
.plot .dashed{stroke-dasharray:6 3}
.plot .swatch{stroke-width:2.4}
.plot .bar{fill:var(--tone)}
.plot .cursor{stroke:var(--ink);opacity:.55}
.c-speed,.c-wake{--tone:var(--speed)}.c-engine{--tone:var(--engine)}.c-throttle,.c-tick{--tone:var(--throttle)}
.c-clutch{--tone:var(--clutch)}.c-brake{--tone:var(--brake)}.c-gear{--tone:var(--gear)}
.c-gear-1{--tone:var(--gear-1)}.c-gear-2{--tone:var(--gear-2)}.c-gear-3{--tone:var(--gear-3)}
.c-target{--tone:var(--mark)}.c-other{--tone:var(--brake)}.c-gear-4{--tone:var(--gear-4)}.c-gear-5{--tone:var(--gear-5)}.c-gear-6{--tone:var(--gear-6)}
@media print{.print-only{display:block}.screen-only{display:none}@page{size:A4;margin:14mm}body{background:none;font-size:10.5pt}main{max-width:none;padding:0}
section,.banner{border-color:#ccc;border-radius:0;padding:8px 0;border-width:1px 0 0}.banner{border:0;border-left:8px solid var(--tone);padding:4px 0 4px 14px}
h2,h2+p,.notice{break-after:avoid}table{font-size:9.5pt;break-inside:avoid}.tables{grid-template-columns:1fr 1fr}.row{grid-template-columns:repeat(auto-fit,minmax(200px,1fr));gap:12px}
*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
)css";

const std::string_view page_script = R"js(
for (const plot of document.querySelectorAll('svg.live')) {
  const told = plot.dataset, left = +told.left, width = +told.width, low = +told.low, high = +told.high;
  const caption = plot.parentNode.querySelector('figcaption'), words = caption.textContent;
  const frames = [...plot.querySelectorAll('svg.frame')].map(frame => ({frame,
    lines: [...frame.querySelectorAll('path.line')].map(line => {
      const n = line.getAttribute('d').match(/-?[\d.]+/g).map(Number);
      return {name: line.dataset.name, x: n.filter((_, i) => i % 2 === 0), y: n.filter((_, i) => i % 2)};
    })}));
  const make = (name, values) => {
    const element = document.createElementNS(plot.namespaceURI, name);
    for (const key in values) element.setAttribute(key, values[key]);
    return element;
  };
  const cursor = make('line', {class: 'cursor'});
  const box = plot.viewBox.baseVal, view = {from: 0, to: width};
  /* Where the pointer is: in px of the whole drawing, and as a share of what is shown. */
  const at = event => {
    const area = plot.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, ((event.clientX - area.left) * box.width / area.width - left) / width));
    return {share, x: view.from + share * (view.to - view.from)};
  };
  plot.addEventListener('pointermove', event => {
    const {share, x} = at(event);
    cursor.setAttribute('x1', left + share * width); cursor.setAttribute('x2', left + share * width);
    cursor.setAttribute('y1', 20); cursor.setAttribute('y2', box.height - 40);
    plot.append(cursor);
    const said = [(low + x / width * (high - low)).toFixed(2) + ' ' + told.unit];
    for (const {frame, lines} of frames) for (const line of lines) {
      let from = 0, to = line.x.length - 1;
      while (to - from > 1) { const middle = (from + to) >> 1; if (line.x[middle] > x) to = middle; else from = middle; }
      const near = x - line.x[from] <= line.x[to] - x ? from : to, f = frame.dataset;
      const value = +f.low + (1 - line.y[near] / +f.height) * (+f.high - +f.low);
      said.push(line.name + ' ' + value.toFixed(f.unit === '1/min' || !f.unit ? 0 : 1) + ' ' + f.unit);
    }
    caption.textContent = said.join('  ·  ');
  });
  plot.addEventListener('pointerleave', () => { cursor.remove(); caption.textContent = words; });
  if (!plot.classList.contains('zoom')) continue;
  const labels = plot.querySelector('text.tick.x'), baseline = labels && labels.getAttribute('y');
  const show = (from, to) => {
    const span = Math.min(width, Math.max(width / 2000, to - from));
    view.from = Math.min(width - span, Math.max(0, from)); view.to = view.from + span;
    const scale = span / width, whole = span >= width;
    for (const old of plot.querySelectorAll('.x')) old.remove();
    for (const mark of plot.querySelectorAll('.mark,.mark-label')) mark.style.display = whole ? '' : 'none';
    const seconds = scale * (high - low), begin = low + view.from / width * (high - low);
    const raw = seconds / 12, size = 10 ** Math.floor(Math.log10(raw));
    const step = size * [1, 2, 5, 10].find(n => n * size >= raw), digits = Math.max(0, -Math.floor(Math.log10(step)));
    for (let t = Math.ceil(begin / step - 1e-9) * step; t <= begin + seconds * (1 + 1e-9); t += step) {
      const x = (t - low) / (high - low) * width;
      for (const {frame} of frames)
        frame.querySelector('rect').after(make('line', {class: 'grid x', x1: x, x2: x, y1: 0, y2: frame.dataset.height}));
      const text = make('text', {class: 'tick x', x: left + (x - view.from) / scale, y: baseline, 'text-anchor': 'middle'});
      text.textContent = t.toFixed(digits);
      plot.append(text);
    }
    for (const {frame} of frames) {
      const room = frame.viewBox.baseVal;
      frame.setAttribute('viewBox', [view.from - 2 * scale, room.y, span + 4 * scale, room.height].join(' '));
    }
  };
  plot.addEventListener('wheel', event => {
    event.preventDefault();
    const {share, x} = at(event), span = (view.to - view.from) * (event.deltaY < 0 ? 0.8 : 1.25);
    show(x - share * span, x + (1 - share) * span);
  }, {passive: false});
  plot.addEventListener('pointerdown', event => {
    const begin = {share: at(event).share, ...view};
    plot.setPointerCapture(event.pointerId);
    const move = event => {
      const shift = (begin.share - at(event).share) * (begin.to - begin.from);
      show(begin.from + shift, begin.to + shift);
    };
    plot.addEventListener('pointermove', move);
    plot.addEventListener('pointerup', () => plot.removeEventListener('pointermove', move), {once: true});
  });
  plot.addEventListener('dblclick', () => show(0, width));
  addEventListener('beforeprint', () => show(0, width));
  /* page.html#zoom=100,200 shows these seconds. */
  const zoomed = /zoom=([\d.]+),([\d.]+)/.exec(location.hash);
  if (zoomed) show((+zoomed[1] - low) / (high - low) * width, (+zoomed[2] - low) / (high - low) * width);
}
)js";

}  // namespace ghostcar::board
