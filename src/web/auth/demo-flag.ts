import { localItems } from '#web/core/items.ts'

const KEY = 'enlace-demo'

/** Whether the last login page of this browser was one of the demo. */
export const isDemo = (): boolean => localItems.get(KEY) !== null

export const rememberDemo = (is: boolean): void => (is ? localItems.set(KEY, '1') : localItems.remove(KEY))
