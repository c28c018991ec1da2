/** The kinds of equipment. The check of the table `equipment` and the columns of `equipment_values` have the same values. */
export const EQUIPMENT_KINDS = ['onu', 'router', 'antena', 'decodificador', 'otro'] as const
export type EquipmentKind = (typeof EQUIPMENT_KINDS)[number]
export const EQUIPMENT_KIND_LABELS: Readonly<Record<EquipmentKind, string>> = {
  onu: 'ONU',
  router: 'Router',
  antena: 'Antena',
  decodificador: 'Decodificador',
  otro: 'Otro',
}

/** The labels without the name of a piece after them: in a contract, and over the field of a value. */
export const EQUIPMENT_VALUE_LABELS: Readonly<Record<EquipmentKind, string>> = {
  ...EQUIPMENT_KIND_LABELS,
  otro: 'Otro equipo',
}
