import { type ContractCase, seenLayout } from "../contract-case.ts";

/** Cases about the path and address that reach FileMaker Server. */
export const addresses: readonly ContractCase[] = [
  {
    name: "an encoded slash in a path is rejected",
    target: "/records/A%2FB",
    expect: { status: 400, call: "none" },
  },
  {
    name: "a space in a path stays %20",
    target: "/records/My%20Script",
    expect: { call: `GET ${seenLayout}/records/My%20Script` },
  },
  {
    name: "a plus in a path stays a plus",
    target: "/records/a+b",
    expect: { call: `GET ${seenLayout}/records/a+b` },
  },
  {
    name: "encoded letters in a path keep their case",
    target: "/records/%C3%A9%c3%a9",
    expect: { call: `GET ${seenLayout}/records/%C3%A9%c3%a9` },
  },
  {
    name: "characters that need no encoding are unchanged",
    target: "/records/(a)!*';:@$,=~",
    expect: { call: `GET ${seenLayout}/records/(a)!*';:@$,=~` },
  },
  {
    name: "a trailing slash is kept",
    target: "/records/",
    expect: { call: `GET ${seenLayout}/records/` },
  },
  {
    name: "two consecutive slashes are rejected",
    target: "//records",
    expect: { status: 400, call: "none" },
  },
  {
    name: "a path that leads upward is rejected",
    target: "/../../secret",
    expect: { status: 400, call: "none" },
  },
  {
    name: "a path that leads upward in encoded form is rejected",
    target: "/%2e%2e/secret",
    expect: { status: 400, call: "none" },
  },
  {
    name: "a path with invalid encoding is rejected",
    target: "/records/%zz",
    expect: { status: 400, call: "none" },
  },
  {
    name: "a URL of 8,000 characters is forwarded",
    target: `/records?_sort=${"x".repeat(8_000)}`,
    expect: { status: 200, call: `GET ${seenLayout}/records?_sort=${"x".repeat(8_000)}` },
  },
  {
    name: "a path of another API is not found",
    target: "/svc/fmi/nowhere",
    anonymous: true,
    expect: { status: 404, call: "none" },
  },
];
