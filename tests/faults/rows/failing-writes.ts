import assert from "node:assert/strict";
import { join } from "node:path";
import { filesBelow } from "../../support/secrets/leaked-secrets.ts";
import type { LiveRow } from "../row.ts";
import { withInjected } from "../support/injected-calls.ts";
import type { StartedLatchkey } from "../support/latchkey.ts";
import { withoutProgram } from "../support/programs.ts";
import { startLatchkey } from "../support/watched-latchkey.ts";

const missing = () => withoutProgram("strace");
const renames = { names: "rename,renameat,renameat2", effect: "error=EIO", isStore: false };
const newKey = { databases: ["Contacts.fmp12"], label: "while writes fail", user: "api", pass: "demo-pass" };

export const failingWriteRows: readonly LiveRow[] = [
  storeRow("fsync of the store fails: a write is rejected, and existing data is readable", "fsync,fdatasync", "EIO"),
  storeRow("write of the store fails: a write is rejected, and existing data is readable", "pwrite64,write", "EIO"),
  storeRow("no space for the store: a write is rejected, and existing data is readable", "pwrite64,write", "ENOSPC"),
  {
    id: "H5",
    sentence: "rename fails during an upload: rejected, no partial file under its name, and the upload can be repeated",
    missing,
    async run(fault) {
      const latchkey = await startLatchkey(fault, undefined, {}, { areas: ["proxied", "management"] });
      const key = await createdKey(latchkey);
      const { id, address } = await anUpload(latchkey, key);
      const put = async () => (await fetch(address, { method: "PUT", body: Buffer.alloc(uploadBytes, 7) })).status;
      const before = blobsOf(latchkey);
      await withInjected(fault, latchkey, renames, async () => {
        assert.equal(await put(), 503);
      });
      assert.deepEqual(blobsOf(latchkey), before);
      assert.equal(await put(), 200);
      const completed = await fetch(`${latchkey.baseUrl}/svc/api/uploads/${id}/complete`, {
        method: "POST",
        ...by(key),
      });
      assert.equal(completed.status, 200);
    },
  },
];

function storeRow(sentence: string, names: string, error: "EIO" | "ENOSPC"): LiveRow {
  return {
    id: "H5",
    sentence,
    missing,
    async run(fault) {
      const latchkey = await startLatchkey(fault);
      const before = await labels(latchkey);
      const most = 3 + Math.floor(fault.random() * 5);
      await withInjected(fault, latchkey, { names, effect: `error=${error}`, isStore: true }, async () => {
        for (let attempt = 0; attempt < most; attempt += 1) {
          const { status } = await create(latchkey);
          assert(status === 503 || status === 507, `a write was answered with ${status}`);
        }
        assert.deepEqual(await labels(latchkey), before);
      });
      assert.deepEqual(await labels(latchkey), before);
      assert.equal((await create(latchkey)).status, 200);
      assert.deepEqual(await labels(latchkey), [...before, newKey.label].toSorted());
    },
  };
}

function create({ ask }: StartedLatchkey): Promise<Response> {
  const headers = { "Content-Type": "application/json" };
  return ask("/svc/api/api-key", { method: "POST", headers, body: JSON.stringify(newKey) });
}

async function createdKey(latchkey: StartedLatchkey): Promise<string> {
  const { response } = (await (await create(latchkey)).json()) as { readonly response: { readonly key: string } };
  return response.key;
}

async function labels({ ask }: StartedLatchkey): Promise<readonly string[]> {
  const answer = await ask("/svc/api/api-key?limit=1000");
  assert.equal(answer.status, 200, "keys are read");
  const { response } = (await answer.json()) as {
    readonly response: { readonly "api-keys": readonly { readonly label: string }[] };
  };
  return response["api-keys"].map(({ label }) => label).toSorted();
}

const uploadBytes = 100_000;
const by = (key: string) => ({ headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" } });

async function anUpload({ baseUrl }: StartedLatchkey, key: string) {
  const body = JSON.stringify({ fileName: "file.bin", sizeBytes: uploadBytes });
  const answer = await fetch(`${baseUrl}/svc/api/uploads`, { method: "POST", body, ...by(key) });
  const { response } = (await answer.json()) as {
    readonly response: {
      readonly upload: { readonly id: string };
      readonly parts: readonly { readonly address: string }[];
    };
  };
  return { id: response.upload.id, address: response.parts[0]?.address ?? "" };
}

/** Returns the names of stored upload data. */
function blobsOf({ dataDir }: StartedLatchkey): readonly string[] {
  return Object.keys(filesBelow(join(dataDir, "blobs", "uploads")));
}
