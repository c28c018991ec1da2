/** Promise.all that ends only when no work remains: an error must not roll back while statements are still sent. */
export async function waitForAll<T>(works: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(works)
  return Promise.all(works)
}
