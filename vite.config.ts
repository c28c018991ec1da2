import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { listScreenFiles } from './scripts/screen-files.ts'

const API = `http://127.0.0.1:${process.env.PORT || 3000}`

export default defineConfig({
  plugins: [react(), layerOrder(), precompress(), screenFiles()],
  build: {
    target: 'es2023',
    sourcemap: false,
    // Which file loads which: the budgets are counted from it (test/budget.test.ts).
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What most screens use comes in one file: on a slow network each small one costs the time of a round trip.
        codeSplitting: { groups: [{ name: 'common', test: /src.(web|domain)./, minShareCount: 6 }] },
      },
    },
  },
  server: {
    proxy: { '/api': API, '/correo': API },
    // The database of the demo writes there all the time.
    watch: { ignored: ['**/.enlace/**', '**/test-results/**'] },
  },
})

/**
 * Says the order of the style layers at the head of every style sheet: the first one that a browser reads decides it, and
 * which one that is depends on how the build divides the pages.
 */
function layerOrder(): Plugin {
  return {
    name: 'layer-order',
    enforce: 'pre',
    transform: (code, id) =>
      id.includes('/src/web/') && id.endsWith('.css') ? `@layer tokens, base, ui, shell, page;\n${code}` : undefined,
  }
}

/** Writes a .br and a .gz beside each asset, which the server hands out as they are (src/server/core/static.ts). */
function precompress(): Plugin {
  let folder = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: (config) => {
      folder = path.resolve(config.root, config.build.outDir, config.build.assetsDir)
    },
    closeBundle: async () => {
      const names = (await readdir(folder)).filter((name) => /\.(js|css|svg)$/.test(name))
      await Promise.all(names.map((name) => compress(path.join(folder, name))))
    },
  }
}

/** Writes the files of each screen for the server (src/server/core/static.ts). */
function screenFiles(): Plugin {
  let folder = ''
  return {
    name: 'screen-files',
    apply: 'build',
    configResolved: (config) => {
      folder = path.resolve(config.root, config.build.outDir)
    },
    closeBundle: async () => {
      const manifest = JSON.parse(await readFile(path.join(folder, '.vite/manifest.json'), 'utf8'))
      const screens = listScreenFiles(import.meta.dirname, manifest)
      await writeFile(path.join(folder, '.vite/screens.json'), JSON.stringify(screens))
    },
  }
}

async function compress(file: string): Promise<void> {
  const text = await readFile(file)
  const smallest = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(text, { params: smallest }))
  await writeFile(`${file}.gz`, await promisify(gzip)(text, { level: constants.Z_BEST_COMPRESSION }))
}
