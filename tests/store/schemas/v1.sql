-- A shelf as version 1 wrote it: two games, one finished; a fact told and one taken back.
PRAGMA user_version = 1;
PRAGMA application_id = 1262834504;
BEGIN TRANSACTION;
CREATE TABLE lines (
    moment    INTEGER PRIMARY KEY,  -- the order of everything; no time of day is trusted
    kind      TEXT NOT NULL,
    game      TEXT,
    seq       INTEGER,              -- journal entries count from 1 in each game
    played_ms INTEGER,
    body      TEXT NOT NULL,        -- JSON
    seal      INTEGER NOT NULL      -- checksum over all the rest
);
INSERT INTO "lines" VALUES(1,'schema',NULL,NULL,NULL,'{"version":1}',2928339707);
INSERT INTO "lines" VALUES(2,'game','df95b8054f69',NULL,NULL,'{"title":"Friday","players":[{"name":"Sarah","color":"red"},{"name":"Tomás","color":"blue"}],"options":{"edition":"classic"},"clock_said":1790000000.0}',1189188627);
INSERT INTO "lines" VALUES(3,'entry','df95b8054f69',1,61500,'{"op":"do","payload":{"entry":{"what":"select","value":["turquoise","green","pink"]}}}',1528299063);
INSERT INTO "lines" VALUES(4,'entry','df95b8054f69',2,123000,'{"op":"do","payload":{"entry":{"what":"claim","value":"green*2"}}}',1712987309);
INSERT INTO "lines" VALUES(5,'entry','df95b8054f69',3,184500,'{"op":"undo","payload":{"n":1}}',2803066581);
INSERT INTO "lines" VALUES(6,'game-changed','df95b8054f69',NULL,NULL,'{"title":"Friday","finished":true,"summary":{"winner":"Sarah","points":[91,88]}}',164036589);
INSERT INTO "lines" VALUES(7,'game','c1b96c3659ed',NULL,NULL,'{"title":"Saturday","players":[{"name":"Ann"}],"options":{},"clock_said":1790000000.0}',2185115188);
INSERT INTO "lines" VALUES(8,'entry','c1b96c3659ed',1,0,'{"op":"do","payload":{"entry":{"what":"select"}}}',2548204064);
INSERT INTO "lines" VALUES(9,'fact',NULL,NULL,NULL,'{"copy":"home","key":"oasis.7.points","value":11,"source":"read off the tile"}',787850801);
INSERT INTO "lines" VALUES(10,'fact',NULL,NULL,NULL,'{"copy":"home","key":"oasis.8.points","value":3,"source":"a slip"}',2237931144);
INSERT INTO "lines" VALUES(11,'fact-forgotten',NULL,NULL,NULL,'{"copy":"home","key":"oasis.8.points"}',3365100947);
INSERT INTO "lines" VALUES(12,'player',NULL,NULL,NULL,'{"name":"Sarah","details":{"color":"red"}}',1529970233);
INSERT INTO "lines" VALUES(13,'setting',NULL,NULL,NULL,'{"key":"language","value":"de"}',2614891298);
CREATE UNIQUE INDEX journal ON lines (game, seq) WHERE seq IS NOT NULL;
COMMIT;
