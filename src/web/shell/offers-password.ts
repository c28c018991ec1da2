import { localItems } from '#web/core/items.ts'

/** Whether the change of password is offered (SHL-09). Others write the flag; we only obey it. */
export const offersPassword = (): boolean => localItems.get('renderChangePassword') !== 'false'
