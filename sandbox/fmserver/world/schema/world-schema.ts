import * as z from "zod";
import { AdminSettings } from "./admin-schema.ts";
import { Database } from "./database-schema.ts";
import { Client, License, PlugIn, Traffic } from "./machine-schema.ts";
import { Schedule } from "./schedule-schema.ts";
import { ServerSettings } from "./server-schema.ts";

/** Initial content of a sandbox server. sandbox/world.schema.json is generated from it. */
export const World = z
  .strictObject({
    $schema: z.string().optional().describe("For editors; not read by the sandbox."),
    description: z.string().optional().describe("What this world is for."),
    server: ServerSettings.prefault({}),
    admin: AdminSettings.prefault({}),
    databases: z.array(Database).default([]).describe("The hosted files, in the order of their ids."),
    clients: z.array(Client).default([]).describe("Who is connected when the server starts."),
    schedules: z.array(Schedule).default([]).describe("In the order of their ids."),
    plugins: z.array(PlugIn).default([]).describe("In the order of their ids."),
    license: License.prefault({}),
    traffic: Traffic.prefault({}),
  })
  .meta({ id: "World", title: "Sandbox world", description: "The world a sandbox FileMaker Server is started with." });

export type World = z.output<typeof World>;

/** World as users write it: everything with a default is optional. */
export type WorldInput = z.input<typeof World>;
