import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '..')

/**
 * The modules in order: a module imports only those to its left, in all three roots. An effect in a module to the right is a reaction
 * to a recorded event (src/server/core/events.ts) or is composed by the files beside the modules (app.ts, reactions.ts, start.ts,
 * exported-lists.ts, bulk-work.ts, AppRoutes.tsx, routes.tsx, accounting-routes.ts, field-routes.ts, open-routes.tsx) and by web/screens.
 */
const LINES = `
  db providers ui core files documents
  ledger parameters taxes places
  auth exports bulk views users companies integrations
  consents clients plans contracts equipment visits installations
  invoices imports
  messages outages einvoices payments banks collections accounting notifications pqr network
  profile platform bucket audit invariants
  dashboard reports search
  public api-reference kit shell screens
`
  .trim()
  .split('\n')
  .map((line) => line.trim().split(' '))

export const MODULES = LINES.flat()

/** The same list for the documentation, with the same lines. */
export const moduleLines = (): string => LINES.map((line) => line.join(' · ')).join('\n→ ')

export const ROOTS = ['domain', 'server', 'web'] as const

/**
 * An import of a file of src, with the module of both; null for a file beside the modules and for a package. `typeOnly`: it does not
 * exist at run time. `isDynamic`: it is loaded when it is reached, not with its file.
 */
export type Import = {
  from: string
  to: string
  fromModule: string | null
  toModule: string | null
  typeOnly: boolean
  isDynamic: boolean
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(?<typeOnly>type\s)?[^'"\n;]*?(?:\{[^}]*\}[^'"\n;]*?)?from\s+'(?<named>[^']+)'|import\('(?<dynamic>[^']+)'\)|(?:^|\n)import\s+'(?<bare>[^']+)'/g

/** Every import of the files of src, without tests. */
export function listImports(): Import[] {
  const files = readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => `src/${name}`)
  return files.flatMap((from) => {
    return importsIn(from, readFileSync(path.join(ROOT, from), 'utf8'))
  })
}

/** The imports of one file. */
export const importsIn = (from: string, text: string): Import[] =>
  [...withoutComments(text).matchAll(IMPORT)].map(({ groups = {} }) => {
    const to = pathOf(from, groups['named'] ?? groups['dynamic'] ?? groups['bare'] ?? '')
    return {
      from,
      to,
      fromModule: moduleOf(from),
      toModule: moduleOf(to),
      typeOnly: groups['typeOnly'] !== undefined,
      isDynamic: groups['dynamic'] !== undefined,
    }
  })

export const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')

/** The path of an imported file, or the name of a package. */
function pathOf(from: string, specifier: string): string {
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`
  return specifier.startsWith('.') ? path.posix.join(path.posix.dirname(from), specifier) : specifier
}

/** 'plans' of src/server/plans/queries.ts. Null for a file beside the modules or outside of the three roots. */
export function moduleOf(file: string): string | null {
  const [src, root = '', name = '', ...rest] = file.split('/')
  return src === 'src' && rest.length > 0 && ROOTS.some((one) => one === root) ? name : null
}

/** Whether an import goes to the left. domain/core is to the left of everything, and imports nothing but itself. */
export function goesLeft({ from, to, fromModule, toModule }: Omit<Import, 'typeOnly' | 'isDynamic'>): boolean {
  if (fromModule === null || toModule === null || fromModule === toModule) return true
  if (to.startsWith('src/domain/core/')) return true
  if (from.startsWith('src/domain/core/')) return false
  return MODULES.indexOf(toModule) < MODULES.indexOf(fromModule)
}
