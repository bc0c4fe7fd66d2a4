/**
 * The look of a view, on screen and on paper: dark where its reader has it dark, never in print. Plain, so that it reads
 * the same in every browser.
 */
export const STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#15201a, #e9ede7); --second: light-dark(#434e46, #b3bdb5);
  --line: light-dark(#dcdfd6, #28312b); --paper: light-dark(#fff, #1b231e); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 2.5rem; background: var(--paper); color: var(--ink);
  font: 14px/1.45 "Schibsted Grotesk", system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; font-weight: 560; margin: 0 0 1.5rem; }
h2 { font-size: .85rem; font-weight: 640; margin: 1.5rem 0 .35rem; color: var(--second); }
h3 { font-size: .85rem; font-weight: 560; margin: .5rem 0 .1rem; }
dl { display: grid; grid-template-columns: minmax(8rem, max-content) 1fr; gap: .15rem 1rem; margin: 0; }
dt { color: var(--second); }
dd { margin: 0; white-space: pre-line; }
.parties { display: grid; grid-template-columns: repeat(auto-fit, minmax(16rem, 1fr)); gap: 0 2rem; }
.first { font-weight: 560; }
table { width: 100%; border-collapse: collapse; margin: .35rem 0; }
th, td { text-align: left; vertical-align: top; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); }
th { font-weight: 560; color: var(--second); }
.amount { text-align: right; white-space: nowrap; padding-right: 0; }
th.amount, td.amount { padding-left: .75rem; }
td dl { font-size: .85em; grid-template-columns: max-content 1fr; }
.totals { margin-left: auto; width: min(24rem, 100%); }
.payable td { font-weight: 640; border-bottom: 0; }
.aid { margin-top: 2.5rem; padding-top: .5rem; border-top: 1px solid var(--line); color: var(--second); }
@media (max-width: 40rem) { body { padding: 1rem; } dl { grid-template-columns: 1fr; } dt { margin-top: .3rem; } }
@media print { :root { color-scheme: light; } body { padding: 0; max-width: none; } tr, section { break-inside: avoid; } thead { display: table-header-group; } }
`;
