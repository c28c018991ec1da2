/**
 * The title of the browser tab for a screen. React adds it to the head of the document before the title of index.html, which is
 * shown while no screen is open.
 */
export function Title({ screen }: { screen: string }) {
  return <title>{`${screen} · Enlace`}</title>
}
