import com.helger.phoss.smp.domain.SMPMetaManager;
import com.helger.phoss.smp.rest.SMPRestFilter;
import com.helger.phoss.smp.servlet.SMPWebAppListener;
import com.helger.smpclient.peppol.SMPClientReadOnly;
import jakarta.servlet.DispatcherType;
import java.util.EnumSet;
import org.eclipse.jetty.ee10.servlet.DefaultServlet;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** phoss SMP with the XML backend behind TLS. Its settings are system properties. Arguments: key stores, empty directory, port, SML, its zone. */
public final class PhossSmpPeer {
  public static void main(String[] args) throws Exception {
    var server = new Server();
    var tls = new SslContextFactory.Server();
    tls.setKeyStore(new Stores(args[0]).open("tls"));
    tls.setKeyStorePassword(Stores.PASSWORD);
    var http = new HttpConfiguration();
    http.addCustomizer(new SecureRequestCustomizer());
    // Identifiers have %2F, %23 and %3A in paths
    http.setUriCompliance(UriCompliance.UNSAFE);
    var connector = new ServerConnector(server, new SslConnectionFactory(tls, "http/1.1"), new HttpConnectionFactory(http));
    connector.setHost("127.0.0.1");
    connector.setPort(Integer.parseInt(args[2]));
    server.addConnector(connector);
    var context = new ServletContextHandler("/");
    context.setBaseResource(ResourceFactory.of(context).newResource(args[1]));
    context.getServletHandler().setDecodeAmbiguousURIs(true);
    context.addEventListener(new SMPWebAppListener());
    context.addFilter(SMPRestFilter.class, "/*", EnumSet.of(DispatcherType.REQUEST));
    context.addServlet(DefaultServlet.class, "/");
    server.setHandler(context);
    server.start();
    var sml = SMPMetaManager.getSMLInfoMgr().createSMLInfo("Local", args[4] + ".", args[3], true);
    // REST may write; cards are served, but no Directory is told; new groups go into the SML
    SMPMetaManager.getSettingsMgr().updateSettings(false, true, false, false, "https://directory.invalid", true, true, sml.getID());
    var reader = new SmpReader(new Stores(args[0]), SMPClientReadOnly::getWildcardServiceMetadataOrNull);
    new Control().on("smp-group", reader::group).on("smp-metadata", reader::metadata).serve();
  }
}
