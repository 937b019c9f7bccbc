/**
 * Texts as another language has to have them: the same names, sentences in the place of sentences, and gaps for the same parts.
 * Each language counts in its own way, so that numbers go into a sentence as numbers.
 */
export type Texts<T> = T extends string
  ? string
  : T extends (...parts: infer Parts) => string
    ? (...parts: Parts) => string
    : { readonly [Name in keyof T]: Texts<T[Name]> };
