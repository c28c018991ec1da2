/**
 * The handler of a button that becomes its opposite: the second tap of a double tap would take back what the first one did. A key press
 * has no count and always runs.
 */
export const onFirstTap =
  (run: () => void) =>
  ({ detail }: { readonly detail: number }): void => {
    if (detail < 2) run()
  }
