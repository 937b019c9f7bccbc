import { type ContractCase, seenLayout } from "../contract-case.ts";

const query = (name: string, sent: string, seen = sent): ContractCase => ({
  name,
  target: `/records?${sent}`,
  expect: { status: 200, call: `GET ${seenLayout}/records?${seen}` },
});

/** Cases about the query that reaches FileMaker Server. */
export const queries: readonly ContractCase[] = [
  query("a plain query goes through", "_limit=1&_offset=2"),
  query("a space that is sent as %20 stays %20", "script.param=a%20b"),
  query("a space that is sent as a plus stays a plus", "script.param=a+b"),
  query("an encoded plus stays encoded", "script.param=a%2Bb"),
  query("a key that is sent twice stays where it was", "a=1&b=2&a=3"),
  query("values of one key keep their order", "a=2&a=1&a=3"),
  query("quotes and brackets stay as they are", "$filter=name%20eq%20'x'%20and%20(a)"),
  query("small letters in an encoding stay small", "a=%c3%a9"),
  query("JSON in a query goes through", "_sort=%5B%7B%22fieldName%22%3A%22a%22%7D%5D"),
  query("a key without a value stays so", "flag"),
  query("a key with an empty value stays so", "flag="),
  query("an encoded ampersand and equals sign stay inside their value", "a=%26b%3D1"),
  query("a slash and a question mark may stand in a query", "a=/b?c"),
  query("an empty query keeps its question mark", ""),
];
