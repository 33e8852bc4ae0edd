import { describePlantedBugs } from './describePlantedBugs.ts'
import { plantedInvoiceBugs } from './plantedInvoiceBugs.ts'

describePlantedBugs(plantedInvoiceBugs)
