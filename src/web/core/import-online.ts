/**
 * Imports code that a screen loads when it is asked for. A browser keeps the failure of an import for as long as the page is open, so a
 * small file is requested first: without a connection nothing is imported, and a second attempt can succeed.
 */
export async function importOnline<Code>(load: () => Promise<Code>): Promise<Code> {
  await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' })
  return load()
}
