import { type ContractCase, seenLayout } from "../contract-case.ts";

/** Cases about the path and address that reach FileMaker Server. */
export const addresses: readonly ContractCase[] = [
  {
    name: "an encoded slash in a path is refused",
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
    name: "encoded letters in a path keep their spelling",
    target: "/records/%C3%A9%c3%a9",
    expect: { call: `GET ${seenLayout}/records/%C3%A9%c3%a9` },
  },
  {
    name: "signs that need no encoding stay as they are",
    target: "/records/(a)!*';:@$,=~",
    expect: { call: `GET ${seenLayout}/records/(a)!*';:@$,=~` },
  },
  {
    name: "a slash at the end stays",
    target: "/records/",
    expect: { call: `GET ${seenLayout}/records/` },
  },
  {
    name: "two slashes in a row are refused",
    target: "//records",
    expect: { status: 400, call: "none" },
  },
  {
    name: "a path that climbs is refused",
    target: "/../../secret",
    expect: { status: 400, call: "none" },
  },
  {
    name: "a path that climbs in disguise is refused",
    target: "/%2e%2e/secret",
    expect: { status: 400, call: "none" },
  },
  {
    name: "a path that is not well encoded is refused",
    target: "/records/%zz",
    expect: { status: 400, call: "none" },
  },
  {
    name: "an address of 8,000 characters goes through",
    target: `/records?_sort=${"x".repeat(8_000)}`,
    expect: { status: 200, call: `GET ${seenLayout}/records?_sort=${"x".repeat(8_000)}` },
  },
  {
    name: "an address of another interface is not there",
    target: "/svc/fmi/nowhere",
    anonymous: true,
    expect: { status: 404, call: "none" },
  },
];
