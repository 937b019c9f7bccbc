import { SaxesParser } from "saxes";

const deepest = 16;

/** Element of a store's answer. */
export interface XmlElement {
  readonly name: string;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

interface Open {
  readonly name: string;
  readonly children: XmlElement[];
  text: string;
}

/**
 * Parses a document and returns its root element. Namespace prefixes are removed.
 * @throws Error if it isn't XML, has a document type, or is nested too deeply
 */
export function parsedXml(xml: string): XmlElement {
  const parser = new SaxesParser({ xmlns: false });
  const document: Open = { name: "", children: [], text: "" };
  const path = [document];
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("doctype", () => {
    throw new Error("There is a document type");
  });
  parser.on("opentag", ({ name }) => {
    if (path.length > deepest) throw new Error("The elements are nested too deeply");
    path.push({ name: name.replace(/^.*:/, ""), children: [], text: "" });
  });
  const append = (text: string) => {
    const last = path.at(-1);
    if (last !== undefined) last.text += text;
  };
  parser.on("text", append);
  parser.on("cdata", append);
  parser.on("closetag", () => {
    const closed = path.pop();
    if (closed !== undefined) path.at(-1)?.children.push(closed);
  });
  // Some stores send whitespace while they prepare an answer.
  parser.write(xml.trimStart()).close();
  const [root] = document.children;
  if (root === undefined) throw new Error("There is no element");
  return root;
}

/** Returns the elements at a path of names below this element: `Contents`, `Buckets/Bucket`. */
export function elementsAt(element: XmlElement, path: string): readonly XmlElement[] {
  let found: readonly XmlElement[] = [element];
  for (const name of path.split("/"))
    found = found.flatMap(({ children }) => children.filter((child) => child.name === name));
  return found;
}

/** Returns the texts at a path of names, starting with the root element. */
export function textsOf(xml: string, path: string): readonly string[] {
  const root = parsedXml(xml);
  return elementsAt({ name: "", children: [root], text: "" }, path).map(({ text }) => text);
}

/** Returns the text of the first element at a path below this element. */
export function textAt(element: XmlElement, path: string): string | undefined {
  return elementsAt(element, path)[0]?.text;
}
