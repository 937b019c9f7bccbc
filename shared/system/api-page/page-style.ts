/** Style of the documentation, for light and dark mode. */
export const pageStyle = `:root {
  color-scheme: light dark;
  --paper: light-dark(#ffffff, #14171c);
  --shade: light-dark(#f5f6f8, #1b1f26);
  --line: light-dark(#d9dde3, #333a45);
  --ink: light-dark(#1b2027, #e6e9ee);
  --soft: light-dark(#57606d, #a3acb9);
  --link: light-dark(#0b57b8, #8ab8ff);
  --get: light-dark(#0b6b3f, #6fd3a2);
  --write: light-dark(#8a4b00, #ffc069);
  --delete: light-dark(#a3201d, #ff9a94);
  --any: light-dark(#5b3aa6, #c3adff);
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; display: grid; grid-template-columns: 20rem minmax(0, 1fr); background: var(--paper); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
[hidden] { display: none !important; }
.skip { position: absolute; left: -100rem; padding: .5rem 1rem; background: var(--paper); z-index: 1; }
.skip:focus { left: 1rem; top: 1rem; }
nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding: 1.25rem; background: var(--shade); border-right: 1px solid var(--line); min-height: 100vh; font-size: .9rem; }
nav .home { margin: 0 0 1rem; font-size: 1.2rem; font-weight: 700; }
nav .home a { color: inherit; text-decoration: none; }
nav h2 { margin: 1.25rem 0 .35rem; font-size: .8rem; color: var(--soft); text-transform: uppercase; letter-spacing: .06em; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a { display: flex; gap: .4rem; align-items: baseline; padding: .2rem 0; color: inherit; text-decoration: none; }
nav li a:hover { text-decoration: underline; }
search label { display: block; margin-bottom: .25rem; }
search input { width: 100%; padding: .45rem .6rem; font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--soft); border-radius: .4rem; }
search output { display: block; min-height: 1.5em; margin: .25rem 0; color: var(--soft); }
main { padding: 2rem clamp(1rem, 4vw, 4rem) 6rem; max-width: 72rem; }
main:focus { outline: none; }
h1 { margin: 0 0 .5rem; font-size: 2rem; line-height: 1.2; }
section > h2 { margin: 3.5rem 0 0; padding-bottom: .3rem; border-bottom: 2px solid var(--line); font-size: 1.5rem; text-transform: capitalize; }
article { padding: 1.5rem 0 2rem; border-bottom: 1px solid var(--line); }
article h2, article h3 { margin: 0; font-size: 1.2rem; }
article h2 a, article h3 a { color: inherit; text-decoration: none; }
article h2 a:hover, article h3 a:hover { text-decoration: underline; }
h4 { margin: 1.25rem 0 .35rem; font-size: .9rem; color: var(--soft); }
.route { margin: .35rem 0 .75rem; overflow-wrap: anywhere; }
.who { color: var(--soft); }
.method { display: inline-block; min-width: 3.6em; font: 700 .75rem/1.4 ui-monospace, monospace; text-transform: uppercase; }
.get { color: var(--get); }
.post, .put, .patch { color: var(--write); }
.delete { color: var(--delete); }
nav .method { flex: none; min-width: 4.1em; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, monospace; font-size: .875em; }
code { overflow-wrap: anywhere; }
pre { margin: 0; padding: .8rem 1rem; overflow-x: auto; background: var(--shade); border: 1px solid var(--line); border-radius: .5rem; line-height: 1.45; }
pre code { overflow-wrap: normal; }
.scroll { overflow-x: auto; }
table { width: 100%; min-width: 38rem; border-collapse: collapse; font-size: .9rem; }
th, td { padding: .4rem .8rem .4rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); font-weight: 400; }
thead th { color: var(--soft); }
th[scope=row] { white-space: nowrap; }
small { color: var(--soft); }
.errors { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 0; padding: 0; list-style: none; font-size: .9rem; }
blockquote { margin: .75rem 0; padding: .1rem 0 .1rem 1rem; border-left: 3px solid var(--line); color: var(--soft); }
@media (max-width: 60rem) {
  body { display: block; }
  nav { position: static; max-height: 45vh; min-height: 0; border-right: 0; border-bottom: 1px solid var(--line); }
}
@media print { nav { display: none; } body { display: block; } }
`;
