import { jobConsumer } from "../wiring/consumer.ts";
import { jobs } from "../wiring/jobs.ts";

/** What the queue feeds, and what a clock calls once a minute: for both ways of running. */
export const consume = jobConsumer;
export const sweep = () => jobs().sweep();
