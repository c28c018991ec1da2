import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'

const ROOT = path.resolve(import.meta.dirname, '..')
/** The file that `npm run licences` writes. */
export const LICENCES_FILE = path.join(ROOT, 'docs/licences.md')

/** The licences that a package may have. A package with another one is added only after its text was read. */
export const ALLOWED: readonly string[] = [
  '(MIT AND Zlib)',
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT OR Apache-2.0',
  'MIT-0',
  'Python-2.0',
]

/**
 * Licences with a duty to others, and the packages that may have them: libraries and a typeface that are used as published, in a file
 * of their own, without a change.
 */
export const ALLOWED_FOR: Readonly<Record<string, RegExp>> = {
  'OFL-1.1': /^@fontsource-variable\/figtree$/,
  'MPL-2.0': /^(axe-core|lightningcss(-.+)?)$/,
  'LGPL-3.0-or-later': /^@img\/sharp-libvips-.+$/,
  'Apache-2.0 AND LGPL-3.0-or-later': /^@img\/sharp-win32-.+$/,
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT': /^@img\/sharp-wasm32$/,
}

/** The licence of a package that does not declare it as a word, from its file LICENSE or its page. */
const READ_BY_HAND: Readonly<Record<string, string>> = {
  'png-js': 'MIT',
  busboy: 'MIT',
  dicer: 'MIT',
  streamsearch: 'MIT',
  only: 'MIT',
  'humanize-number': 'MIT',
}

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      license: z.optional(z.string()),
      dev: z.optional(z.boolean()),
      optionalDependencies: z.optional(z.record(z.string(), z.string())),
    }),
  ),
})

type Licensed = { name: string; licence: string; isForDevelopment: boolean }

/** Every installed package, of every platform, with its licence: 'unknown' without a declaration. */
export function listLicences(): Licensed[] {
  const { packages } = z.parse(Lock, JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')))
  const installed = Object.entries(packages).filter(([at]) => at !== '')
  // The build of a package for one platform has the licence of the package that chooses it.
  const ofPlatforms = new Map(
    installed.flatMap(([, { license, optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).map((name) => [name, license] as const),
    ),
  )
  return installed.map(([at, { license, dev }]) => {
    const name = at.split('node_modules/').at(-1) ?? at
    const licence = license ?? ofPlatforms.get(name) ?? READ_BY_HAND[name] ?? 'unknown'
    return { name, licence, isForDevelopment: dev === true }
  })
}

/** The page: how many packages have each licence, and the name of each package that the server or the browser runs. */
export function licencesPage(): string {
  const all = listLicences()
  const licences = [...new Set(all.map(({ licence }) => licence))].toSorted()
  const namesOf = (licence: string, isForDevelopment: boolean): string[] => [
    ...new Set(all.filter((one) => one.licence === licence && one.isForDevelopment === isForDevelopment).map(nameOf)),
  ]
  return [
    '# Licences',
    '',
    'Printed from `package-lock.json` by `npm run licences`; the versions are in the bill of materials (`npm run sbom`). A test refuses a',
    'licence that `scripts/print-licences.ts` does not allow. The fonts of the documents have theirs beside them',
    '(`src/server/documents/fonts/LICENSE.txt`).',
    '',
    '| Licence | Installed with the product | Only to build and test |',
    '| --- | --- | --- |',
    ...licences.map((one) => `| ${one} | ${namesOf(one, false).length} | ${namesOf(one, true).length} |`),
    '',
    '## Installed with the product',
    ...licences
      .filter((one) => namesOf(one, false).length > 0)
      .flatMap((one) => ['', `**${one}**: ${namesOf(one, false).toSorted().join(', ')}`]),
    '',
  ].join('\n')
}

const nameOf = ({ name }: Licensed): string => name

if (process.argv[1] === import.meta.filename) writeFileSync(LICENCES_FILE, licencesPage())
