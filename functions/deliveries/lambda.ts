import { onWork } from "../lambda/on-work.ts";
import { workers } from "./workers.ts";

export const handler = onWork({ workers, messages: "attempts" });
