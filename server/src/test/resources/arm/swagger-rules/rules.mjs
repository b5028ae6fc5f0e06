// Holds a Swagger document against the rules that Microsoft has for resource providers. Those of the weight of an error
// hold, or justified.json has the reason why they do not; a reason without a finding is an error, too.
import {createRequire} from "node:module";
import fs from "node:fs";

const require = createRequire(import.meta.url);
const {Spectral, Document} = require("@stoplight/spectral-core");
const {Json} = require("@stoplight/spectral-parsers");
const validator = require("@microsoft.azure/openapi-validator-rulesets");

const ERROR = 0;
const rules = validator.spectralRulesets.azARM;
validator.deleteRulesPropertiesInPayloadNotValidForSpectralRules(rules);
const spectral = new Spectral();
spectral.setRuleset(rules);

const justified = JSON.parse(fs.readFileSync("justified.json", "utf8"));
const found = new Map();
for (const address of process.argv.slice(2)) {
  const answer = await fetch(address);
  const findings = await spectral.run(new Document(await answer.text(), Json, address));
  for (const finding of findings.filter((each) => each.severity === ERROR)) {
    found.set(finding.code, [...(found.get(finding.code) ?? []), `${finding.path.join("/")}: ${finding.message}`]);
  }
}

let failed = false;
for (const [rule, places] of found) {
  if (!(rule in justified)) {
    failed = true;
    console.log(`not held: ${rule}\n  ${places.slice(0, 5).join("\n  ")}`);
  }
}
for (const rule of Object.keys(justified).filter((each) => !found.has(each))) {
  failed = true;
  console.log(`justified, but held: ${rule}`);
}
const all = Object.keys(rules.rules).length;
console.log(`ok ${all - found.size} of ${all} rules held, ${found.size} have a reason`);
process.exit(failed ? 1 : 0);
