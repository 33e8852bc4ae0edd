import { describePlantedBugs } from './describePlantedBugs.ts'
import { plantedPaymentBugs } from './paymentBugs.ts'

describePlantedBugs(plantedPaymentBugs)
