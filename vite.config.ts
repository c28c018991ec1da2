import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { listScreenFiles } from './scripts/screen-files.ts'
import { serviceWorker } from './scripts/service-worker.ts'

const API = `http://127.0.0.1:${process.env.PORT || 3000}`

/** The code of the tables, with their filters and their address. */
const LISTS =
  'web.(ui.(Table|Pagination|RowActions|RowMenu|row-props|SortSelect|SelectFilter|FilterChips|table-actions|use-media)|core.(table|list)-)'
/** What many screens of the desk share, and the portal's first screens do not use. */
const DESK =
  '((web|domain).(pqr|visits|installations|equipment|parameters|exports|places|taxes)|web.(ui.(SearchField|RowCheck)|contracts.report-address|clients.ClientPicker|core.(upload|share|use-debounced))|domain.(clients|consents|contracts|messages|invoices.(api|run|note-concept|dispute)|core.calendar))'
/** The fields and the state of a form: the client's first screen has none. */
const FORMS = 'web.(ui.(TextField|Field|FormProblem|ErrorSummary)|core.(use-form|live-errors))\\.tsx?$'
/** The icons of the shell, and what the sign-in and the first page share. */
const START = 'icons.(ellipsis|chevron-down)\\.|web.(.*.)?(demo-flag|offers-password|remembered-company)\\.'
/** The dialogs with a form, and the fields of money. */
const FORM_DIALOGS =
  '(web.ui.(FormDialog|MoneyField|amount|use-typing|typed-values|DraftNotice|DayField)|web.core.(use-draft|drafts)|domain.core.amount)\\.tsx?$'

export default defineConfig({
  plugins: [react(), layerOrder(), keepBuilds(), precompress(), screenFiles(), serviceWorker()],
  build: {
    target: 'es2023',
    sourcemap: false,
    // keepBuilds removes what is old.
    emptyOutDir: false,
    // Which file loads which: the budgets are counted from it (test/budget.test.ts).
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The first screen has the name of every file: a letter less of each one is 450 bytes.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        // What most screens use comes in one file: on a slow network each small one costs the time of a round trip.
        // The tables and the dialogs with a form are in files of their own: the portal's first screens have none.
        codeSplitting: {
          groups: [
            // A group also takes what its files import: the first one has what the others share.
            {
              name: 'common',
              test: new RegExp(`src.(?!${LISTS}|${FORM_DIALOGS}|${FORMS}|${DESK})(web|domain).`),
              minShareCount: 7,
              priority: 1,
            },
            // Small files that both the sign-in and the first page after it load.
            { name: 'start', test: new RegExp(START) },
            { name: 'lists', test: new RegExp(`src.${LISTS}`), minShareCount: 8 },
            { name: 'forms', test: new RegExp(`src.${FORMS}`), minShareCount: 2 },
            { name: 'form-dialogs', test: new RegExp(`src.${FORM_DIALOGS}`) },
          ],
        },
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

/** How many builds keep their files: a tab that was opened before an upgrade asks for those of its own. */
const BUILDS_KEPT = 3

/** Removes the files that no kept build has. The names of each build, the newest first, are in dist/builds.json. */
function keepBuilds(): Plugin {
  let folder = ''
  return {
    name: 'keep-builds',
    apply: 'build',
    configResolved: (config) => {
      folder = path.resolve(config.root, config.build.outDir)
    },
    writeBundle: async (_options, bundle) => {
      const list = path.join(folder, 'builds.json')
      const assets = path.join(folder, 'assets')
      const there = (await readdir(assets)).filter((name) => !/\.(br|gz)$/.test(name))
      const current = Object.keys(bundle).flatMap((name) => (name.startsWith('assets/') ? [path.basename(name)] : []))
      const earlier: string[][] = await readFile(list, 'utf8').then(JSON.parse, () => [there])
      const isNew = current.toSorted().join() !== earlier[0]?.toSorted().join()
      const builds = (isNew ? [current, ...earlier] : earlier).slice(0, BUILDS_KEPT)
      const kept = new Set(builds.flat())
      const old = (await readdir(assets)).filter((name) => !kept.has(name.replace(/\.(br|gz)$/, '')))
      await Promise.all(old.map((name) => rm(path.join(assets, name))))
      await writeFile(list, JSON.stringify(builds))
    },
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
      const all = new Set(await readdir(folder))
      const names = [...all].filter((name) => /\.(js|css|svg)$/.test(name) && !all.has(`${name}.br`))
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
