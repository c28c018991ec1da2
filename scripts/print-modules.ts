import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { listImports, MODULES, moduleLines, moduleOf, ROOTS } from './modules.ts'

const FILE = path.resolve(import.meta.dirname, '../docs/architecture.md')
const BEGIN = '<!-- printed by npm run modules -->'
const END = '<!-- end of what is printed -->'

/** The table of the modules: for each, the roots that have it and the modules that it imports (without core and ui). */
export function modulesTable(): string {
  const imports = listImports()
  const rows = MODULES.flatMap((name) => {
    const roots = ROOTS.filter((root) => imports.some(({ from }) => from.startsWith(`src/${root}/${name}/`)))
    if (roots.length === 0) return []
    const targets = new Set(
      imports.filter(({ fromModule }) => fromModule === name).flatMap(({ to }) => moduleOf(to) ?? []),
    )
    const shown = MODULES.filter((other) => targets.has(other) && other !== name && other !== 'core' && other !== 'ui')
    return [`| ${name} | ${roots.join(', ')} | ${shown.join(', ')} |`]
  })
  return [
    BEGIN,
    '',
    '| Module | In | Imports, besides core and ui |',
    '| --- | --- | --- |',
    ...rows,
    '',
    '```mermaid',
    'flowchart RL',
    ...arrows(imports),
    '```',
    '',
    END,
  ].join('\n')
}

/** The imports that no longer path implies: all of them together would not be readable. */
function arrows(imports: ReturnType<typeof listImports>): string[] {
  const next = new Map<string, Set<string>>()
  for (const { fromModule, toModule } of imports) {
    if (fromModule === null || toModule === null || fromModule === toModule) continue
    if ([fromModule, toModule].some((name) => name === 'core' || name === 'ui')) continue
    next.set(fromModule, (next.get(fromModule) ?? new Set()).add(toModule))
  }
  const reaches = (from: string, to: string): boolean =>
    [...(next.get(from) ?? [])].some((one) => one === to || reaches(one, to))
  return MODULES.flatMap((from) =>
    [...(next.get(from) ?? [])]
      .filter((to) => ![...(next.get(from) ?? [])].some((other) => other !== to && reaches(other, to)))
      .map((to) => `  ${from} --> ${to}`),
  )
}

if (process.argv[1] === import.meta.filename) {
  const text = readFileSync(FILE, 'utf8')
  const [before = '', rest = ''] = text.split(BEGIN)
  const after = rest.split(END)[1] ?? ''
  const ordered = before.replace(/```\n[^`]*```/, `\`\`\`\n${moduleLines()}\n\`\`\``)
  writeFileSync(FILE, `${ordered}${modulesTable()}${after}`)
}
