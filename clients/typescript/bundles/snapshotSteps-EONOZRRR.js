import{c as a,d as b}from"./chunk-ZLUMQXBA.js";import"./chunk-I5SBU276.js";import"./chunk-IAYHAUE3.js";import"./chunk-S5HLWHJL.js";export{b as sizes,a as snapshotSteps};
