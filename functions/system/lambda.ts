import { onCalls } from "../lambda/on-calls.ts";
import { area } from "./area.ts";

export const handler = onCalls(area);
