const HEADING =
  /^(?:(?:what[’']s|what is|all|core|key|main|top|plan|more|other|basic|premium|pro|advanced|general|full|your|our)?\s*(?:features?|benefits?|includes?|included|limits?|limitations?|details|highlights|scale|usage|overview|extras?|perks)|also includes?|plus|and|everything you get|you get|includes the following|perfect for|ideal for|best for|funktionen|leistungen|enthalten|enthält|beinhaltet|inklusive|comprend|inclut|contiene|fonctionnalités|inclus|características|incluye|recursos|inclui|функции|включено|возможности|含まれるもの|含まれる機能|機能|기능|功能)\s*[:：]*$/iu

/** Whether a line only heads the lines after it. */
export function isBareHeading(text: string): boolean {
  return HEADING.test(text) || (/[:：]$/u.test(text) && text.split(/\s+/u).length <= 8)
}
