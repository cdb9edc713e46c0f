import{e as a,f as b}from"./chunk-DTG43ODB.js";import"./chunk-GBREAB6G.js";import"./chunk-S5HLWHJL.js";export{a as LocalService,b as bodyOf};
