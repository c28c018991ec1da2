/** The address of the pictures of the map of this installation, which the server writes into the page; null where there is no map. */
export const mapTilesUrl = (): string | null =>
  document.querySelector<HTMLMetaElement>('meta[name="map-tiles"]')?.content || null
