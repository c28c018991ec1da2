import { readFileSync } from 'node:fs'
import path from 'node:path'

/** The part of the manifest of Vite that says which file loads which. */
export type Manifest = Readonly<
  Record<
    string,
    {
      file: string
      name?: string
      isEntry?: boolean
      imports?: readonly string[]
      css?: readonly string[]
      assets?: readonly string[]
    }
  >
>

/** The files of the build that a guarded path needs beside those of the entry, as addresses of the site. */
export type ScreenFiles = {
  readonly path: string
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
}

const ROUTES = 'src/web/routes.tsx'
const SHELL = 'src/web/shell/AppShell.tsx'
const GUARDED = /path: '([^']+)',[^{}]*?screen: lazyScreen\(\(\) => import\('([^']+)'\)/g

/**
 * The files of each guarded path of routes.tsx, from the manifest of the build. The server names them in the page of the path, so
 * that a browser loads them beside the entry and not after it. Paths without a screen of their own (placeholders) are left out.
 */
export function listScreenFiles(root: string, manifest: Manifest): ScreenFiles[] {
  const routes = readFileSync(path.join(root, ROUTES), 'utf8')
  const entries = Object.keys(manifest).filter((name) => manifest[name]?.isEntry)
  const loaded = importsOf(manifest, entries)
  return [...routes.matchAll(GUARDED)].map(([, address = '', specifier = '']) => {
    const names = [...importsOf(manifest, [SHELL, sourceOf(specifier)])].filter((name) => !loaded.has(name))
    return {
      path: address,
      scripts: names.map((name) => `/${manifest[name]?.file}`),
      styles: [...new Set(names.flatMap((name) => manifest[name]?.css ?? []))].map((file) => `/${file}`),
    }
  })
}

const sourceOf = (specifier: string): string =>
  specifier.startsWith('#') ? `src/${specifier.slice(1)}` : path.posix.join(path.posix.dirname(ROUTES), specifier)

/** Some modules and all that they import without `import()`. Throws when the manifest does not have one of them. */
export function importsOf(manifest: Manifest, names: readonly string[]): Set<string> {
  const found = new Set<string>()
  const visit = (name: string): void => {
    if (found.has(name)) return
    if (manifest[name] === undefined) throw new Error(`the build has no ${name}`)
    found.add(name)
    for (const next of manifest[name].imports ?? []) visit(next)
  }
  for (const name of names) visit(name)
  return found
}
