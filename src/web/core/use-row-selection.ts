import { useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { type Choice, type ChosenRows, createChosenRows, type ShownList } from './chosen-rows.ts'

/** The rows that the user chooses in the list of a screen. A choice draws what reads it with `useChoice`, and not the screen. */
export function useRowSelection(list: ShownList): ChosenRows {
  const [chosen] = useState(createChosenRows)
  useLayoutEffect(() => chosen.show(list))
  return chosen
}

/** What is chosen now. */
export const useChoice = ({ subscribe, get }: ChosenRows): Choice => useSyncExternalStore(subscribe, get)
