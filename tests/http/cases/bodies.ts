import { type ContractCase, seenLayout } from "../contract-case.ts";

const mebibyte = 1024 * 1024;
const everyByte = Uint8Array.from({ length: 256 }, (_, index) => index);
const post = { method: "POST", target: "/records" } as const;

/** Cases about a request body on its way. */
export const bodies: readonly ContractCase[] = [
  {
    name: "JSON arrives unchanged",
    ...post,
    headers: ["Content-Type: application/json"],
    body: '{ "fieldData" : {"a":"b"} }',
    expect: {
      status: 200,
      call: `POST ${seenLayout}/records`,
      "call body": '{ "fieldData" : {"a":"b"} }',
      "call content-type": "application/json",
      "call content-length": "27",
    },
  },
  {
    name: "every byte arrives unchanged",
    ...post,
    headers: ["Content-Type: application/octet-stream"],
    body: everyByte,
    expect: { status: 200, "call body": "256 bytes, 40aff2e9d2d8", "call content-length": "256" },
  },
  {
    name: "an empty body counts as no body",
    ...post,
    body: "",
    expect: { status: 200, "call body": "", "call content-length": "0" },
  },
  {
    name: "a POST without a body is forwarded",
    ...post,
    expect: { status: 200, "call body": "" },
  },
  {
    name: "a DELETE can have a body",
    method: "DELETE",
    target: "/records/1",
    body: "{}",
    expect: { status: 200, call: `DELETE ${seenLayout}/records/1`, "call body": "{}" },
  },
  {
    name: "a GET can have a body",
    body: "{}",
    expect: { status: 200, "call body": "{}" },
  },
  {
    name: "a chunked body arrives completely",
    ...post,
    body: "fourteen bytes",
    chunkBytes: 5,
    expect: { status: 200, "call body": "fourteen bytes" },
  },
  {
    name: "4 MiB arrive",
    ...post,
    body: new Uint8Array(4 * mebibyte),
    expect: { status: 200, "call content-length": String(4 * mebibyte) },
  },
  {
    name: "4,400,000 bytes arrive",
    ...post,
    body: new Uint8Array(4_400_000),
    expect: { status: 200, "call content-length": "4400000" },
  },
  {
    name: "4,400,001 bytes arrive",
    ...post,
    body: new Uint8Array(4_400_001),
    expect: { status: 200, "call content-length": "4400001" },
  },
  {
    name: "10 MiB arrive",
    ...post,
    body: new Uint8Array(10 * mebibyte),
    expect: { status: 200, "call content-length": String(10 * mebibyte) },
  },
  {
    name: "10 MiB and a byte arrive",
    ...post,
    body: new Uint8Array(10 * mebibyte + 1),
    expect: { status: 200, "call content-length": String(10 * mebibyte + 1) },
  },
];
