import { type ContractCase, seenLayout } from "../contract-case.ts";

const query = (name: string, sent: string, seen = sent): ContractCase => ({
  name,
  target: `/records?${sent}`,
  expect: { status: 200, call: `GET ${seenLayout}/records?${seen}` },
});

/** Cases about the query that reaches FileMaker Server. */
export const queries: readonly ContractCase[] = [
  query("a plain query is forwarded", "_limit=1&_offset=2"),
  query("a space sent as %20 stays %20", "script.param=a%20b"),
  query("a space sent as a plus stays a plus", "script.param=a+b"),
  query("an encoded plus stays encoded", "script.param=a%2Bb"),
  query("a repeated key keeps its position", "a=1&b=2&a=3"),
  query("values of one key keep their order", "a=2&a=1&a=3"),
  query("quotes and brackets are unchanged", "$filter=name%20eq%20'x'%20and%20(a)"),
  query("lowercase letters in an encoding stay lowercase", "a=%c3%a9"),
  query("JSON in a query is forwarded", "_sort=%5B%7B%22fieldName%22%3A%22a%22%7D%5D"),
  query("a key without a value is unchanged", "flag"),
  query("a key with an empty value is unchanged", "flag="),
  query("an encoded ampersand and equals sign stay inside their value", "a=%26b%3D1"),
  query("a slash and a question mark are allowed in a query", "a=/b?c"),
  query("an empty query keeps its question mark", ""),
];
