import { connect } from "node:net";
import type { Contestant } from "../peers/contestant.ts";
import { messageReader } from "../wire/message-reader.ts";
import { giveUpWhenSilent, openConnection } from "./connection.ts";
import { type Layout, readRecords, uploadHead } from "./requests.ts";

/** Reads an answer of a layout once, and returns the number of received bytes. */
export function download(from: Contestant<string>, layout: Layout): Promise<number> {
  const connection = openConnection(from.port);
  return new Promise<number>((resolve, reject) => {
    connection.send(readRecords(from, layout), (answer) => {
      connection.close();
      if (answer instanceof Error) reject(answer);
      else if (answer.status !== 200) reject(new Error(`the download answered ${answer.status}`));
      else resolve(answer.bodyBytes);
    });
  });
}

/** Uploads a number of bytes as fast as they are accepted, and waits for the answer. */
export function upload(to: Contestant<string>, sizeBytes: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let left = sizeBytes;
    let status = "";
    const socket = connect({ port: to.port, host: "127.0.0.1", noDelay: true });
    const read = messageReader({
      head(text) {
        status = text.slice(9, 12);
      },
      end() {
        socket.destroy();
        if (status === "200" && left === 0) resolve();
        else reject(new Error(`the upload answered ${status} with ${left} bytes unsent`));
      },
      broken: (reason) => socket.destroy(new Error(reason)),
    });
    giveUpWhenSilent(socket);
    socket.on("data", read);
    socket.once("error", reject);
    socket.once("close", () => reject(new Error("the connection was closed before the upload was answered")));
    socket.write(uploadHead(to, sizeBytes));
    more();

    function more(): void {
      while (left > 0 && !socket.destroyed) {
        const block = left < BLOCK.length ? BLOCK.subarray(0, left) : BLOCK;
        left -= block.length;
        if (!socket.write(block)) return void socket.once("drain", more);
      }
    }
  });
}

const BLOCK = Buffer.alloc(262_144, "upload");
