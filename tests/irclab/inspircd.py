"""A real InspIRCd with Anope: accounts by SASL and NickServ, tags, server time; two of them can split."""

import os
from dataclasses import dataclass, field
from pathlib import Path

from tests.irclab.processes import ServerProcess, free_port, is_open

SERVICES = "services.test.invalid"

MODULES = (
    *("cap", "ircv3", "ircv3_accounttag", "ircv3_batch", "ircv3_capnotify", "ircv3_chghost", "ircv3_ctctags"),
    *("ircv3_echomessage", "ircv3_msgid", "ircv3_servertime", "namesx", "services_account", "sasl"),
    *(
        "alias",
        "deaf",
        "servprotect",
        "rline",
        "svshold",
        "chgident",
        "globops",
        "hidechans",
        "samode",
        "sajoin",
    ),
    "spanningtree",
)

CONFIG = """<config format="xml">
<server name="{name}" description="a server of tests" id="{sid}" network="TestNet">
<admin name="tests" nick="tests" email="tests@example.invalid">
<bind address="127.0.0.1" port="{port}" type="clients">
<bind address="127.0.0.1" port="{link_port}" type="servers">
<power diepass="" restartpass="">
<connect name="all" allow="*" timeout="20s" pingfreq="{ping}" hardsendq="1M" softsendq="64K" {limits}
         localmax="200" globalmax="200"
         resolvehostnames="no" useident="no">
<class name="all" commands="*" privs="*" usermodes="*" chanmodes="*" snomasks="*">
<type name="all" classes="all">
<oper name="oper" password="operpass" host="*@*" type="all">
<dns server="127.0.0.1" timeout="1">
<files motd="{folder}/motd.txt">
<channels users="200" opers="200">
<pid file="{folder}/inspircd.pid">
<log method="file" type="* -USERINPUT -USEROUTPUT" level="default" target="{folder}/ircd.log">
<options prefixquit="Quit: " prefixpart="" casemapping="rfc1459" serverpingfreq="5" pingwarning="2">
<security maxtargets="20">
<performance quietbursts="yes" somaxconn="128" netbuffersize="10240">
<limits maxnick="30" maxchan="64" maxmodes="20" maxident="10" maxquit="255" maxtopic="307" maxkick="255">
<sasl target="{services}" requiressl="no">
<ircv3 accountnotify="yes" awaynotify="yes" extendedjoin="yes">
<uline server="{services}" silent="yes">
<link name="{services}" ipaddr="127.0.0.1" port="{link_port}" allowmask="127.0.0.0/8"
      sendpass="svcpass" recvpass="svcpass">
{links}
{modules}
<module name="customprefix">
<customprefix name="founder" letter="q" prefix="~" rank="50000" ranktoset="50000">
<customprefix name="admin" letter="a" prefix="&amp;" rank="40000" ranktoset="50000">
<customprefix name="halfop" letter="h" prefix="%" rank="20000" ranktoset="30000">
"""

OPEN = 'recvq="64K" threshold="100" commandrate="100000" fakelag="no"'
SHIPPED = 'recvq="10K" threshold="10" commandrate="1000" fakelag="yes"'

LINK = """<link name="{name}" ipaddr="127.0.0.1" port="{port}" allowmask="127.0.0.0/8" timeout="5s"
      sendpass="linkpass" recvpass="linkpass">"""

SERVICES_CONFIG = """
define {{ name = "services.host"; value = "{services}" }}
uplink {{ host = "127.0.0.1"; ipv6 = no; ssl = no; port = {link_port}; password = "svcpass" }}
serverinfo {{ name = "{services}"; description = "services of tests"; pid = "services.pid"; motd = "motd.txt" }}
module {{ name = "inspircd3"; use_server_side_mlock = yes; use_server_side_topiclock = yes }}
networkinfo {{ networkname = "TestNet"; nicklen = 30; userlen = 10; hostlen = 64; chanlen = 64;
    modelistsize = 100; allow_undotted_vhosts = yes; disallow_start_or_end = ".-";
    vhost_chars = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-" }}
options {{ casemap = "rfc1459"; seed = 7; badpasslimit = 0; updatetimeout = 1h; expiretimeout = 1h;
    readtimeout = 5s; warningtimeout = 4h; timeoutcheck = 1s; retrywait = 1s; languages = "" }}
log {{ target = "services.log"; logage = 1; admin = "*"; servers = "*"; other = "*"; rawio = no; debug = no }}
mail {{ usemail = no; sendmailpath = "/bin/true"; sendfrom = "services@example.invalid" }}
module {{ name = "enc_sha256" }}
module {{ name = "m_sasl" }}
service {{ nick = "NickServ"; user = "services"; host = "services.host"; gecos = "nicks" }}
module {{ name = "nickserv"; client = "NickServ"; forceemail = no; confirmemailchanges = no;
    defaults = "ns_secure ns_private hide_email"; regdelay = 0; expire = 0; modeonid = no; passlen = 32;
    kill = 60s; killquick = 20s; enforceruser = "enforcer"; enforcerhost = "services.host";
    releasetimeout = 1m; guestnickprefix = "Guest" }}
module {{ name = "ns_identify"; maxlogins = 10 }}
command {{ service = "NickServ"; name = "IDENTIFY"; command = "nickserv/identify"; }}
module {{ name = "ns_logout" }}
command {{ service = "NickServ"; name = "LOGOUT"; command = "nickserv/logout"; }}
module {{ name = "ns_register"; registration = "none"; resenddelay = 90s }}
command {{ service = "NickServ"; name = "REGISTER"; command = "nickserv/register"; }}
"""


@dataclass(frozen=True, kw_only=True)
class Site:
    """Where one server of a network is."""

    number: int
    port: int = field(default_factory=free_port)
    link_port: int = field(default_factory=free_port)

    @property
    def name(self) -> str:
        """The server's own name."""
        return f"irc{self.number}.test.invalid"


class InspIRCd(ServerProcess):
    """One server, which may be linked to `others`.

    `is_shipped`: it holds back who says much, as it does when it is installed; else nobody.
    """

    def __init__(
        self,
        folder: Path,
        *,
        site: Site,
        others: tuple[Site, ...] = (),
        ping: int = 60,
        is_shipped: bool = False,
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.port = site.port
        self.site = site
        (folder / "motd.txt").write_text("hello\n", encoding="utf-8")
        config = folder / "inspircd.conf"
        text = CONFIG.format(
            name=site.name,
            sid=f"0A{site.number}",
            port=site.port,
            link_port=site.link_port,
            ping=ping,
            limits=SHIPPED if is_shipped else OPEN,
            folder=folder,
            services=SERVICES,
            links="\n".join(LINK.format(name=each.name, port=each.link_port) for each in others),
            modules="\n".join(f'<module name="{name}">' for name in MODULES),
        )
        config.write_text(text, encoding="utf-8")
        command = ["inspircd", "--nofork", f"--config={config}"]
        if os.geteuid() == 0:
            command.insert(1, "--runasroot")
        super().__init__(command, folder, lambda printed: is_open(site.port))


class Anope(ServerProcess):
    """Services for a server: NickServ and SASL."""

    def __init__(self, folder: Path, *, site: Site) -> None:
        # Without db/backups Anope ends itself at its first save.
        for part in ("db/backups", "logs"):
            (folder / part).mkdir(parents=True, exist_ok=True)
        (folder / "motd.txt").write_text("hello\n", encoding="utf-8")
        text = SERVICES_CONFIG.format(services=SERVICES, link_port=site.link_port)
        (folder / "anope.conf").write_text(text, encoding="utf-8")
        command = [
            "anope",
            "--config=anope.conf",
            f"--confdir={folder}",
            f"--dbdir={folder / 'db'}",
            f"--logdir={folder / 'logs'}",
            "--modulesdir=/usr/lib/anope",
            "--nofork",
        ]
        super().__init__(command, folder, lambda printed: "is done syncing" in printed)
