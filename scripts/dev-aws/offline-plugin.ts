import { pathWithoutKeys } from "#shared/contract/values/api-key.ts";
import type { Compiler } from "./compiled-template.ts";
import type { LocalServices, OfflineService } from "./local-services.ts";
import type { Bundler } from "./one-build.ts";

interface OfflineOptions {
  readonly host?: string;
  readonly httpPort?: number | string;
  readonly lambdaPort?: number | string;
  readonly websocketPort?: number | string;
}

/** Parts of the framework that this plugin uses. */
interface Framework {
  readonly service: OfflineService &
    Compiler["service"] & {
      readonly custom: {
        readonly esbuild: Readonly<Record<string, unknown>>;
        readonly "serverless-offline": OfflineOptions;
      };
    };
  readonly pluginManager: Compiler["pluginManager"] & {
    readonly plugins: readonly object[];
    spawn(command: string): Promise<void>;
  };
}

/**
 * Gives `serverless offline` what the functions need on this machine: creates the stack in emulators and starts the sandbox before the functions,
 * feeds the functions, and stops everything at the end. The services are loaded on demand, so other commands don't load them.
 */
export default class OfflinePlugin {
  readonly hooks: Readonly<Record<string, () => Promise<void>>>;
  readonly #framework: Framework;
  readonly #options: OfflineOptions;
  #starting: Promise<LocalServices> | undefined;

  constructor(framework: Framework, options: OfflineOptions) {
    this.#framework = framework;
    this.#options = options;
    this.hooks = {
      // The short command has no hook between start and end, so it runs the longer one, which ends the process.
      "before:offline:start": () => framework.pluginManager.spawn("offline:start"),
      "before:offline:start:init": () => this.#start(),
      "after:offline:start:init": () => this.#ready(),
      "before:offline:start:end": () => this.#stop(),
    };
  }

  async #start(): Promise<void> {
    const ending = () => void this.#exit(0);
    // serverless-offline listens for signals only when it has started.
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, ending);
    // The process that started this one is gone.
    process.once("disconnect", ending);
    process.channel?.unref();
    await this.#orExit(async () => {
      const { esbuild, "serverless-offline": usual } = this.#framework.service.custom;
      const { chosenAddresses } = await import("./ports.ts");
      const { addresses, ports } = await chosenAddresses({ ...usual, ...this.#options });
      Object.assign(usual, ports);
      Object.assign(this.#options, ports);
      const { compiledTemplate } = await import("./compiled-template.ts");
      const template = await compiledTemplate(this.#framework);
      const { startLocalServices } = await import("./local-services.ts");
      const { service, pluginManager } = this.#framework;
      // The event after a new build: serverless-offline ends all instances, which it would replace at the next calls.
      const endFunctions = () => pluginManager.spawn("offline:functionsUpdated");
      this.#starting = startLocalServices(service, template, addresses, endFunctions);
      const { sandboxStore } = await this.#starting;
      const { buildTogether } = await import("./one-build.ts");
      buildTogether(this.#bundler(), esbuild, sandboxStore);
    });
  }

  #ready(): Promise<void> {
    return this.#orExit(async () => (await this.#starting)?.ready());
  }

  /** Waits until a start in progress is complete, because anything that it still starts would be left behind. */
  async #stop(): Promise<void> {
    const services = await this.#starting?.catch(() => undefined); // The hook that awaits it reports the error.
    await services?.stop();
  }

  /** Ends the process after an error. The framework would report it, and stay alive with its watcher. */
  async #orExit(step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (thrown) {
      console.error(pathWithoutKeys(thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)));
      await this.#exit(1);
    }
  }

  async #exit(code: number): Promise<never> {
    await this.#stop();
    process.exit(code);
  }

  #bundler(): Bundler {
    const { plugins } = this.#framework.pluginManager;
    const bundler = plugins.find((plugin) => "functionEntries" in plugin && "bundle" in plugin);
    if (bundler === undefined) throw new Error("serverless-esbuild is not among the plugins in serverless.yml.");
    return bundler as Bundler;
  }
}
