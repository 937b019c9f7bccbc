/** Filters the page by a search text. Without script the page is complete, and only the search field is missing. */
export const pageScript = `"use strict";
const search = document.querySelector("search");
if (search !== null) {
  const field = search.querySelector("input");
  const found = search.querySelector("output");
  const articles = [...document.querySelectorAll("article[data-search]")];
  const narrow = () => {
    const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
    let count = 0;
    for (const article of articles) {
      const fits = words.every((word) => article.dataset.search.includes(word));
      article.hidden = !fits;
      const link = document.querySelector('li[data-for="' + article.id + '"]');
      if (link !== null) link.hidden = !fits;
      if (fits) count += 1;
    }
    for (const section of document.querySelectorAll("main section"))
      section.hidden = section.querySelector("article:not([hidden])") === null;
    for (const heading of document.querySelectorAll("nav h2"))
      heading.hidden = heading.nextElementSibling.querySelector("li:not([hidden])") === null;
    if (words.length > 0) articles.find((article) => !article.hidden)?.scrollIntoView();
    found.textContent = words.length === 0 ? "" : count + (count === 1 ? " operation" : " operations");
  };
  search.hidden = false;
  field.addEventListener("input", narrow);
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== field) {
      event.preventDefault();
      field.focus();
    }
    if (event.key === "Escape" && document.activeElement === field) {
      field.value = "";
      narrow();
    }
  });
}
`;
