// Bundles the pages' scripts into zwang/page/assets/, with the licences of what is in them; with
// --tests the tests into build/ instead. Users need none of this: what is built is committed.

import { build } from "esbuild";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const assets = join(here, "..", "zwang", "page", "assets");

// Each page: its entry script, and the styles that are joined for it.
const PAGES = {
  show: { entry: "show/main.ts", styles: ["show/show.css"] },
  studio: { entry: "studio/main.ts", styles: ["show/show.css", "studio/studio.css"] },
  live: { entry: "live/main.ts", styles: ["show/show.css", "live/live.css"] },
};

// The worker of live pages, which is carried as text.
const ENGINE = "engine/main.ts";

const common = { bundle: true, target: "es2022", logLevel: "warning" };

if (process.argv.includes("--tests")) {
  const tests = readdirSync(join(here, "test")).filter((name) => name.endsWith(".test.ts"));
  await build({
    ...common,
    entryPoints: tests.map((name) => join(here, "test", name)),
    outdir: join(here, "build"),
    outExtension: { ".js": ".mjs" },
    platform: "node",
    format: "esm",
    external: ["node:*"],
  });
} else {
  const used = new Set();
  for (const [name, { entry, styles }] of Object.entries(PAGES)) {
    if (!existsSync(join(here, entry))) continue;
    const result = await build({
      ...common,
      entryPoints: [join(here, entry)],
      outfile: join(assets, `${name}.js`),
      format: "iife",
      minify: true,
      legalComments: "none",
      metafile: true,
      absWorkingDir: here,
    });
    for (const file of Object.keys(result.metafile.inputs)) {
      const match = file.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/);
      if (match) used.add(match[1]);
    }
    const script = join(assets, `${name}.js`);
    writeFileSync(script, inline(readFileSync(script, "utf8")));
    const css = styles.map((file) => readFileSync(join(here, file), "utf8")).join("\n");
    const uplot = readFileSync(join(here, "node_modules/uplot/dist/uPlot.min.css"), "utf8");
    const { code } = await (await import("esbuild")).transform(uplot + css, {
      loader: "css",
      minify: true,
    });
    writeFileSync(join(assets, `${name}.css`), code);
  }
  await build({
    ...common,
    entryPoints: [join(here, ENGINE)],
    outfile: join(assets, "engine.js"),
    format: "iife",
    minify: true,
  });
  writeFileSync(join(assets, "LICENSES.txt"), licences([...used].sort()));
}

/** A script that can stand inside a script element. */
function inline(code) {
  return code.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
}

/** The licences of packages, one after the other. */
function licences(packages) {
  const parts = packages.map((name) => {
    const folder = join(here, "node_modules", name);
    const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((x) => /^licen[cs]e/i.test(x));
    if (!file) throw new Error(`${name} has no licence.`);
    return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
  });
  const head = "The scripts in this folder contain these packages.\n";
  return [head, ...parts].join(`\n${"-".repeat(72)}\n\n`);
}
