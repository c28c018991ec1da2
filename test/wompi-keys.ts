/** Keys of Wompi's test environment, with the prefixes that it gives them. */
export const wompiKeys = (name: string) => ({
  environment: 'test' as const,
  public_key: `pub_test_${name}`,
  private_key: `prv_test_${name}`,
  integrity_secret: `test_integrity_${name}`,
  event_key: `test_events_${name}`,
})

/** The provider's account with the keys of that name. */
export function merchantOf(name: string) {
  const { event_key: events_secret, environment: _test, ...keys } = wompiKeys(name)
  return { name, events_url: null, events_secret, ...keys }
}
