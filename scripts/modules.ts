import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '..')

/**
 * The modules in order: a module imports only those to its left, in all three roots. An effect in a module to the right is a reaction
 * to a recorded event (src/server/core/events.ts) or is composed by the files beside the modules (app.ts, exported-lists.ts,
 * routes.tsx).
 */
export const MODULES = `
  db providers ui core files documents
  ledger parameters taxes places
  auth exports views users companies integrations
  consents clients plans contracts installations
  invoices imports
  collections messages payments accounting notifications
  profile platform audit invariants
  placeholders dashboard search
  public api-reference kit shell screens
`
  .trim()
  .split(/\s+/)

export const ROOTS = ['domain', 'server', 'web'] as const

/** An import between two files of src, with the module of each; null for a file beside the modules. */
export type Import = { from: string; to: string; fromModule: string | null; toModule: string | null }

const IMPORT = /(?:from\s+|^import\s+|import\(\s*)'([^']+)'/gm

/** Every import inside src, without tests, types included. */
export function listImports(): Import[] {
  const files = readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => `src/${name}`)
  return files.flatMap((from) => {
    const text = readFileSync(path.join(ROOT, from), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
    return [...text.matchAll(IMPORT)].flatMap((match) => {
      const to = pathOf(from, match[1] ?? '')
      return to === null ? [] : [{ from, to, fromModule: moduleOf(from), toModule: moduleOf(to) }]
    })
  })
}

function pathOf(from: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`
  return specifier.startsWith('.') ? path.posix.join(path.posix.dirname(from), specifier) : null
}

/** 'plans' of src/server/plans/queries.ts. Null for a file beside the modules or outside of the three roots. */
export function moduleOf(file: string): string | null {
  const [, root = '', name = '', ...rest] = file.split('/')
  return rest.length > 0 && ROOTS.some((one) => one === root) ? name : null
}

/** Whether an import goes to the left. domain/core is to the left of everything, and imports nothing but itself. */
export function goesLeft({ from, to, fromModule, toModule }: Import): boolean {
  if (fromModule === null || toModule === null || fromModule === toModule) return true
  if (to.startsWith('src/domain/core/')) return true
  if (from.startsWith('src/domain/core/')) return false
  return MODULES.indexOf(toModule) < MODULES.indexOf(fromModule)
}
