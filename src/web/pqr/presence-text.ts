import type { PresentPerson } from '#domain/pqr/presence-api.ts'

const LIST = new Intl.ListFormat('es-CO', { type: 'conjunction' })

/** 'Ana Ruiz está respondiendo este caso.', 'Ana Ruiz y Luis Mesa también están en este caso.'; empty without other people. */
export function presenceText(others: readonly Omit<PresentPerson, 'id'>[]): string {
  const saidOf = (doing: PresentPerson['doing'], [one, many]: [string, string]): string[] => {
    const names = others.filter((other) => other.doing === doing).map(({ name }) => name)
    return names.length === 0 ? [] : [`${LIST.format(names)} ${names.length === 1 ? one : many}.`]
  }
  return [
    ...saidOf('answering', ['está respondiendo este caso', 'están respondiendo este caso']),
    ...saidOf('reading', ['también está en este caso', 'también están en este caso']),
  ].join(' ')
}
