#include "grader/report/page_style.hpp"

namespace brigade::grader {

std::string_view page_style() {
  return R"css(
:root { color-scheme: light dark; --ink: #1d2430; --faint: #657083; --paper: #fcfcfa; --card: #ffffff;
  --line: #d9dee6; --good: #1f7a4d; --good-fill: #d5efe1; --bad: #b3261e; --bad-fill: #fadbd8;
  --warn-fill: #fdeccb; --plain-fill: #e4ebf5; --message: #4a7fc1; --collective: #2f9e77;
  --waiting: #c98a2b; --code: #f1f3f6; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8ef; --faint: #98a2b3; --paper: #14171c;
  --card: #1c2027; --line: #343b47; --good: #63c998; --good-fill: #1f4a36; --bad: #ff8a80;
  --bad-fill: #5a2723; --warn-fill: #57431b; --plain-fill: #2b3546; --message: #5b93d8;
  --collective: #3fae86; --waiting: #c58f3c; --code: #242932; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; overflow-wrap: anywhere; }
main { max-width: 860px; margin: 0 auto; padding: 20px 16px 48px; }
main.broad { max-width: 1120px; }
header p { margin: 0; color: var(--faint); }
h1 { font-size: 1.35rem; line-height: 1.3; margin: 6px 0 0; }
h2 { font-size: 1.02rem; margin: 28px 0 8px; }
.verdict { display: inline-block; margin: 12px 8px 4px 0; padding: 1px 10px; border-radius: 99px;
  font-weight: 600; color: var(--bad); background: var(--bad-fill); }
.verdict.good { color: var(--good); background: var(--good-fill); }
.verdict.soft { color: var(--ink); background: var(--warn-fill); }
.sentence { font-size: 1.12rem; margin: 14px 0; }
dl { display: grid; grid-template-columns: 5.5em 1fr; gap: 6px 12px; margin: 0; }
dt { color: var(--faint); } dd { margin: 0; min-width: 0; }
code, pre { font: 0.86rem/1.45 ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; }
code { background: var(--code); border-radius: 4px; padding: 1px 5px; }
pre { background: var(--code); border-radius: 8px; padding: 12px; margin: 0; overflow-x: auto;
  white-space: pre; overflow-wrap: normal; }
.wide { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: 8px;
  padding: 10px 12px; }
.wide + .wide { margin-top: 10px; }
.wide svg { display: block; max-width: 100%; height: auto; }
@media (max-width: 600px) { .wide svg { max-width: none; width: 620px; } dl { grid-template-columns: 1fr;
  gap: 0; } dd { margin-bottom: 8px; } }
table { border-collapse: collapse; font-size: 0.9rem; width: 100%; }
th { text-align: left; color: var(--faint); font-weight: 500; }
th, td { padding: 4px 14px 4px 0; border-bottom: 1px solid var(--line); white-space: nowrap;
  vertical-align: top; }
tr:last-child td { border-bottom: 0; }
td.numbers, .ok, .no { font-variant-numeric: tabular-nums; }
.ok { color: var(--good); } .no { color: var(--bad); font-weight: 600; }
.soft { color: var(--faint); } .fault { color: var(--waiting); font-weight: 600; }
tr.bad td { color: var(--bad); }
article + article { border-top: 1px solid var(--line); margin-top: 28px; }
svg text { fill: var(--ink); font: 12px system-ui, sans-serif; }
svg .head { font-weight: 600; } svg .edge, svg .numbers { fill: var(--faint); font-size: 11px; }
svg .rank { font-weight: 600; font-size: 13px; } svg .bar { fill: #ffffff; font-size: 11px; }
svg .block { stroke: var(--line); } svg .plain { fill: var(--plain-fill); }
svg .block.right { fill: var(--good-fill); stroke: var(--good); }
svg .block.wrong { fill: var(--bad-fill); stroke: var(--bad); stroke-width: 1.5; }
svg .block.missing { fill: none; stroke: var(--bad); stroke-dasharray: 5 4; stroke-width: 1.5; }
svg .block.extra { fill: var(--warn-fill); stroke: var(--waiting); }
svg .lane { stroke: var(--line); } svg .message { fill: var(--message); }
svg .collective { fill: var(--collective); } svg .waiting { fill: var(--waiting); }
footer { margin-top: 36px; color: var(--faint); font-size: 0.86rem; }
)css";
}

} // namespace brigade::grader
